//! Solves all of Camette, or the tables given, without writing anything, and prints what that took.
//!
//! ```text
//! cargo run --release --example solve_only -- [--digest] [--isa=portable|avx2|avx512] [TABLE...]
//! ```
//!
//! CPU seconds are the process's user and system time as Linux tells it, to a hundredth. `--digest` adds a digest of all
//! codes of all tables, by which versions and instruction sets are compared; its time is not counted.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use roundtable::index::{Layout, TableName};
use roundtable::solve::{Isa, Options, Plan, Solved, solve};
use xxhash_rust::xxh3::Xxh3;

/// User and system time of this process, in seconds.
fn cpu_seconds() -> [f64; 2] {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is a name in brackets that may hold spaces; the times are fields 14 and 15, in ticks of 10 ms.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    [11, 12].map(|field| fields.get(field).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(f64::NAN) / 100.0)
}

/// The greatest memory this process has held, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) * 1024
}

fn digest_into(digest: &mut Xxh3, solved: &dyn Solved) {
    let layout = Layout::new(solved.name());
    for &half in solved.name().halves() {
        let mut codes = vec![0; layout.columns(half) as usize];
        for row in 0..layout.rows(half) {
            solved.read_row(half, row, &mut codes);
            digest.update(&codes);
        }
    }
}

fn main() -> anyhow::Result<()> {
    let (options, names): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let with_digest = options.iter().any(|option| option == "--digest");
    let isa = options.iter().find_map(|option| option.strip_prefix("--isa="));
    let mut options = Options::default();
    if let Some(isa) = isa {
        options.isa = Isa::named(isa).with_context(|| format!("{isa}: no instruction set of that name"))?;
    }
    let names = if names.is_empty() { vec!["KMMM-KMMM".into()] } else { names };
    // All of them are wanted, so that the digest holds those on the way too.
    let names = names.iter().map(|name| name.parse()).collect::<Result<Vec<TableName>, _>>()?;
    let plan = Plan::for_tables(names).context("the tables are not of one game")?.all_wanted();
    let (start, cpu) = (Instant::now(), cpu_seconds());
    let mut digest = Xxh3::new();
    let mut apart = (Duration::ZERO, [0.0; 2]);
    let solved = solve::<()>(&plan, options, &(), &AtomicBool::new(false), |solved| {
        if with_digest {
            let (start, cpu) = (Instant::now(), cpu_seconds());
            digest_into(&mut digest, solved);
            let after = cpu_seconds();
            apart.0 += start.elapsed();
            for i in [0, 1] {
                apart.1[i] += after[i] - cpu[i];
            }
        }
        Ok(())
    });
    ensure!(solved.is_ok(), "not all tables could be solved: {solved:?}");
    let (wall, after) = (start.elapsed().saturating_sub(apart.0), cpu_seconds());
    let [user, system] = [0, 1].map(|i| after[i] - cpu[i] - apart.1[i]);
    let rate = plan.positions() as f64 / (user + system) / 1e6;
    let (wall, peak) = (wall.as_secs_f64(), peak_memory() as f64 / 1e6);
    println!(
        "{user:.2} user + {system:.2} system s, {wall:.2} wall s, {peak:.0} MB peak, {rate:.1} M positions / CPU s"
    );
    if with_digest {
        println!("digest {:016x}", digest.digest());
    }
    Ok(())
}
