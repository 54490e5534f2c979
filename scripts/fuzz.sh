#!/usr/bin/env bash
# Runs each fuzz target for a while and prints a summary. Needs no nightly compiler.
#
#   scripts/fuzz.sh [SECONDS] [TARGET...]        default: 60 seconds each, all targets
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
targets=("${@:2}")
cargo fuzz --version > /dev/null 2>&1 || cargo install --locked cargo-fuzz
(( ${#targets[@]} )) || mapfile -t targets < <(cargo fuzz list)

# Something to start from: real data, so that the fuzzer need not guess magic numbers.
seed() {
    local corpus=fuzz/corpus/$1
    mkdir -p "$corpus"
    case $1 in
        table_bytes)
            local tables
            tables=$(mktemp -d)
            cargo run --quiet --release --locked -- solve camette:K-M --dir "$tables" > /dev/null
            cp "$tables/camette/K-M" "$corpus/K-M"
            rm -rf "$tables" ;;
        position_text)
            # Not `head` at the end of a pipe: what feeds it may be ended by a signal, and with it this script.
            for game in camette camelot; do
                head -20 "data/$game-moves.tsv" | cut -f1 | split -l 1 - "$corpus/$game-"
            done
            printf 'cam b K:d4 / K:d10 M:e9' > "$corpus/typed" ;;
        move_text) printf 'camette\nD3-E4\nB5-C4\nE4-E5\nC6-B6\nC3-B2\n' > "$corpus/problem" ;;
        game_score) printf 'camette\n1.D3-E4 {so} B5-C4! (no) 2.E4-E5 C6-B6 3.C3-B2 B6-C6 4.E5-D6 1-0' > "$corpus/problem" ;;
        zsg) cp data/problem.zsg "$corpus/problem" ;;
    esac
}

failed=0 summary=()
for target in "${targets[@]}"; do
    seed "$target"
    log=$(mktemp)
    if cargo fuzz run --sanitizer none "$target" -- -max_total_time="$seconds" -max_len=8192 -timeout=10 -print_final_stats=1 \
        > "$log" 2>&1; then
        verdict="nothing found"
    else
        verdict="FAILED, see above"
        failed=1
        tail -40 "$log"
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    summary+=("$(printf '%-14s  %12s runs in %s s: %s' "$target" "${runs:-?}" "$seconds" "$verdict")")
    rm -f "$log"
done
printf '%s\n' "${summary[@]}"
exit "$failed"
