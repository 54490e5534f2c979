//! A table's bytes: opening, checking and looking up never panic, and bytes that pass the check give every value.
#![no_main]

use std::path::Path;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use roundtable::game::{View, duty};
use roundtable::index::{Cell, Layout, TableName};
use roundtable::table::{BlockCache, Table};

static TABLE: LazyLock<(TableName, Vec<View<u32>>)> = LazyLock::new(|| {
    let name: TableName = "camette:K-M".parse().expect("it is a table's name");
    let layout = Layout::new(name);
    let cells = name.halves().iter().flat_map(|&half| (0..layout.cells(half)).map(move |index| Cell { half, index }));
    (name, cells.filter_map(|cell| layout.unrank(cell)).collect())
});

fuzz_target!(|bytes: &[u8]| {
    let (name, positions) = &*TABLE;
    let cache = Arc::new(BlockCache::new(1 << 20));
    let Ok(table) = Table::from_bytes(Path::new("fuzz"), bytes, *name, &cache) else { return };
    let intact = table.check().is_ok();
    for view in positions {
        let must_capture = duty(name.game().board(), view).must_capture;
        match table.stored(view) {
            Ok(value) => assert_eq!(value.is_none(), must_capture),
            Err(error) => assert!(!intact, "{error}"),
        }
    }
});
