#!/usr/bin/env bash
# Solves all published tables and writes their digests to data/digests.txt. Run it after a change of the format, the rules,
# the default level or the version of zstd, and say in the commit why the digests changed.
#
#   scripts/update-digests.sh [DIR]
#
# With DIR, tables that are there and intact are not solved again.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=${1:-}
if [[ -z $dir ]]; then
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
fi
cargo build --release --locked
for game in camette all-knight; do
    target/release/roundtable solve "$game" --dir "$dir" > /dev/null
done
target/release/roundtable verify camette all-knight --list-digests --dir "$dir" > data/digests.txt
echo "data/digests.txt: $(wc -l < data/digests.txt) digests"
