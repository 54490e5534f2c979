#!/bin/sh
# Measures the API under load, with the load generator on the same machine: random Camette positions with all their moves,
# first at a steady 2,000 requests a second over 64 connections, then at full tilt. Installs oha with cargo if it is missing.
# TABLES is a folder with all tables of Camette.
set -eu
cd "$(dirname "$0")/.."

: "${BINARY:=$PWD/target/release/roundtable}"
: "${TABLES:?say where the tables of all of Camette are}"
: "${SECONDS_EACH:=20}"
command -v oha >/dev/null || [ -x target/tools/bin/oha ] || cargo install --root target/tools --quiet oha
PATH="$PWD/target/tools/bin:$PATH"

port="${PORT:-8098}"
"$BINARY" serve --port "$port" --dir "$TABLES" >/dev/null &
server=$!
list=$(mktemp)
trap 'kill $server; rm -f "$list"' EXIT
until curl -sf "http://127.0.0.1:$port/api/v1/health" >/dev/null; do sleep 0.1; done

# Positions as they come: up to four pieces a side thrown on the board, White to move on odd lines, no piece on a castle.
awk -v port="$port" 'BEGIN {
    srand(7)
    n = split("B2 C2 D2 A3 B3 C3 D3 E3 A4 B4 C4 D4 E4 A5 B5 C5 D5 E5 B6 C6 D6", squares, " ")
    for (line = 1; line <= 20000; line++) {
        for (i = 1; i <= n; i++) s[i] = squares[i]
        for (i = n; i > 1; i--) { j = int(rand() * i) + 1; t = s[i]; s[i] = s[j]; s[j] = t }
        printf "http://127.0.0.1:%d/api/v1/positions?q=%s_K:%s_M:%s,%s,%s/K:%s_M:%s,%s,%s\n", port, line % 2 ? "w" : "b", s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]
    }
}' >"$list"

measure() {
    echo "== $1"
    shift
    oha --no-tui --urls-from-file -z "${SECONDS_EACH}s" -c 64 "$@" "$list" |
        grep -E 'Success rate|Requests/sec|50.00%|99.00%|99.90%|\[[0-9]+\]|Slowest'
}
# Once to fill the cache, as a server that has run for a while has.
oha --no-tui --urls-from-file -n 20000 -c 64 "$list" >/dev/null
measure "steady, 2,000 requests a second over 64 connections" -q 2000 --latency-correction
measure "full tilt, 64 connections"
