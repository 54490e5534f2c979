#!/usr/bin/env bash
# Kills `roundtable solve` at random moments and shows that no file is left that opens as a good table but is not, that
# finished tables stay, and that resuming ends in the same bytes as a run that nothing disturbed.
#
#   scripts/kill-test.sh [N] [TARGET]        default: 100 camette:KMM-KM
#
# Odd rounds are killed with SIGKILL, even ones interrupted with SIGINT (Ctrl-C), which must also leave no unfinished file.
# ROUNDTABLE names the program to test; without it a release build is made.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-100}
target=${2:-camette:KMM-KM}
if [[ -z ${ROUNDTABLE:-} ]]; then
    cargo build --release --locked
    ROUNDTABLE=target/release/roundtable
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
good=$work/good dir=$work/dir

fail() { echo "FAILED: $*" >&2; exit 1; }
now() { date +%s%N; }

begun=$(now)
"$ROUNDTABLE" solve "$target" --dir "$good" > /dev/null
whole=$(( ($(now) - begun) / 1000 )) # microseconds
echo "an undisturbed run: $(ls "$good/camette" | wc -l) tables in $(( whole / 1000 )) ms"

killed=0 interrupted=0 finished=0 checked=0 unfinished=0 resumed=0
for (( round = 1; round <= rounds; round++ )); do
    # Start afresh every fifth round, else go on from what the last one left.
    (( round % 5 == 1 )) && rm -rf "$dir" && mkdir -p "$dir"
    "$ROUNDTABLE" solve "$target" --dir "$dir" > /dev/null 2>&1 &
    pid=$!
    pause=$(( (RANDOM * 32768 + RANDOM) % (whole + whole / 10) ))
    sleep "$(printf '%d.%06d' $(( pause / 1000000 )) $(( pause % 1000000 )))"
    signal=KILL
    (( round % 2 == 0 )) && signal=INT
    kill -s "$signal" "$pid" 2> /dev/null || true
    status=0
    wait "$pid" 2> /dev/null || status=$?
    case $status in
        0) finished=$(( finished + 1 )) ;;
        137) killed=$(( killed + 1 )) ;;
        130 | 4) interrupted=$(( interrupted + 1 )) ;;
        *) fail "round $round: exit $status" ;;
    esac
    files=$(find "$dir" -type f -name '.unfinished-*' | wc -l)
    if [[ $status == 4 && $signal == INT && $files -gt ${left:-0} ]]; then
        fail "round $round: Ctrl-C left an unfinished file"
    fi
    [[ $status == 137 && $files -gt ${left:-0} ]] && unfinished=$(( unfinished + 1 ))
    left=$files
    for table in "$dir"/camette/*; do
        [[ -e $table ]] || continue
        cmp -s "$table" "$good/camette/${table##*/}" || fail "round $round: ${table##*/} is not what it should be"
        checked=$(( checked + 1 ))
    done
    if compgen -G "$dir/camette/*" > /dev/null; then
        "$ROUNDTABLE" verify --checksums --dir "$dir" > /dev/null || fail "round $round: a table does not pass its checksums"
    fi
    if (( round % 5 == 0 || round == rounds )); then
        "$ROUNDTABLE" solve "$target" --dir "$dir" > /dev/null || fail "round $round: resuming failed"
        diff -r --exclude='.unfinished-*' "$good" "$dir" > /dev/null || fail "round $round: resuming ended in other bytes"
        resumed=$(( resumed + 1 ))
    fi
done
"$ROUNDTABLE" verify --dir "$dir" > /dev/null || fail "the resumed tables are not right"
echo "$rounds rounds: $killed killed, $interrupted interrupted, $finished done before the signal;"
echo "$unfinished kills left an unfinished file, which nothing reads; $checked tables found, all the same as undisturbed;"
echo "resumed $resumed times, always to the same bytes"
