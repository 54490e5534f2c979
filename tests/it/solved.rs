//! Small tables, solved once by the command for all tests that ask them.

use std::path::Path;
use std::sync::OnceLock;

use assert_cmd::Command;
use tempfile::TempDir;

/// The command, away from the user's own tables.
pub(crate) fn roundtable(dir: &Path) -> Command {
    let mut command = Command::cargo_bin("roundtable").unwrap();
    command.env("ROUNDTABLE_DIR", dir);
    command
}

/// A folder with all tables of at most two pieces a side. Nobody may change it.
pub(crate) fn dir() -> &'static Path {
    static DIR: OnceLock<TempDir> = OnceLock::new();
    DIR.get_or_init(|| {
        let dir = TempDir::new().unwrap();
        for table in ["camette:KM-MM", "camette:KM-KM", "camette:MM-MM", "camette:KK-KK"] {
            roundtable(dir.path()).args(["solve", table]).assert().success();
        }
        dir
    })
    .path()
}
