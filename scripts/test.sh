#!/usr/bin/env bash
# Everything that must pass before a change lands, in the order in which it fails fastest.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
step() { printf '\n== %s\n' "$*"; "$@"; }
export RUSTDOCFLAGS="-D warnings"
step cargo fmt --check
step cargo clippy --locked --all-targets -- -D warnings
step cargo doc --locked --no-deps
step cargo test --locked --no-fail-fast
# What users run is built here as well; the tables of all of Camette are solved with it.
step cargo build --release --locked
BINARY="$PWD/target/release/roundtable" step scripts/test-browser.sh
