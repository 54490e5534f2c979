#!/usr/bin/env bash
# Builds roundtable and solves Camette. Arguments go to `roundtable solve`: `scripts/solve.sh all-knight --dir tables`.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
cargo build --release --locked
# Options alone are for Camette.
case "${1:--}" in -*) set -- camette "$@" ;; esac
exec target/release/roundtable solve "$@"
