#!/usr/bin/env bash
# Builds roundtable and solves Camette. Arguments go to `roundtable solve`: `scripts/solve.sh all-knight --dir tables`.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
cargo build --release --locked
[ $# -gt 0 ] || set -- camette
exec target/release/roundtable solve "$@"
