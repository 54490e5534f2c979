#!/usr/bin/env bash
# Holds the engine against its slow twin on whole games: solves all of Camette and all of All Knight, or the tables given
# with all they need, with both and compares every row. Prints a line a table; ends with 1 on any difference.
#
#     scripts/prove-reference.sh [TABLE...]
#
# All of Camette takes 7 minutes on two cores and 12 GB of memory: the twin holds a byte for each pair of placements, and up
# to 12 GB of moves written down.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
cargo build --quiet --release --locked --example compare_reference
[ $# -gt 0 ] || set -- KMMM-KMMM KKKK-KKKK
for table in "$@"; do
    target/release/examples/compare_reference "$table"
done
