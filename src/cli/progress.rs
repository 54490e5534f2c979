//! Progress on standard error, drawn only on a terminal.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use roundtable::index::{TableName, count_positions};
use roundtable::solve::{Plan, Progress};

/// A bar over all tables of a plan, with the time left.
pub(crate) struct Bar {
    drawn: ProgressBar,
    /// For each table, the steps of those before it.
    before: HashMap<TableName, u64>,
    current: Mutex<Option<TableName>>,
}

impl Bar {
    /// A bar of so many steps for each position: two for solving and writing, which count the same.
    pub(crate) fn new(plan: &Plan, steps: u64) -> Self {
        let mut total = 0;
        let mut before = HashMap::new();
        for step in plan.steps() {
            before.insert(step.name, total);
            total += steps * count_positions(step.name);
        }
        let bar = ProgressBar::new(total);
        // The template is a constant that parses.
        if let Ok(style) = ProgressStyle::with_template("{msg:10} {wide_bar} {percent:>3}%  {elapsed} gone, {eta} left")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { drawn: bar, before, current: Mutex::new(None) }
    }

    /// So much of the current table is written.
    pub(crate) fn written(&self, done: u64, of: u64) {
        self.set(1.0 + done as f64 / of.max(1) as f64);
    }

    pub(crate) fn finish(&self) {
        self.drawn.finish_and_clear();
    }

    /// Sets the steps done of the current table.
    fn set(&self, steps: f64) {
        let current = *self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(name) = current {
            self.drawn.set_position(self.before[&name] + (steps * count_positions(name) as f64) as u64);
        }
    }
}

impl Progress for Bar {
    fn table(&self, name: TableName) {
        *self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(name);
        self.drawn.set_message(name.to_string());
        self.set(0.0);
    }

    fn fraction(&self, done: f64) {
        self.set(done);
    }
}
