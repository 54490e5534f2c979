#!/bin/sh
# What solving all of Camette takes, for each instruction set that this processor has: the best of several runs.
#
#     scripts/measure-solve.sh [RUNS] [TABLE...]
#
# Nothing is written. CPU seconds are user and system time; memory that the system has to clear first is part of the
# latter. Best means fewest CPU seconds: wall time says more about what else the machine is doing.
set -eu
cd "$(dirname "$0")/.."
runs=${1:-5}
[ $# -eq 0 ] || shift
cargo build --quiet --release --example solve_only
for isa in portable avx2 avx512; do
    solve="target/release/examples/solve_only --isa=$isa"
    if ! $solve M-M >/dev/null 2>&1; then
        echo "$isa: not on this processor"
        continue
    fi
    run=0
    while [ "$run" -lt "$runs" ]; do
        $solve "$@"
        run=$((run + 1))
    done | awk -v isa="$isa" '
        { cpu = $1 + $4 }
        NR == 1 || cpu < best { best = cpu; line = $0 }
        END { printf "%s, best of %d: %.2f CPU s: %s\n", isa, NR, best, line }'
done
