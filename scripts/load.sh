#!/bin/sh
# Measures the API under load, with the load generator (wrk, from Debian) on the same machine: random Camette positions of all
# sizes with all their moves, first at a steady 2,000 requests a second or so over 64 connections, then at full tilt.
# TABLES is a folder with all tables of Camette.
set -eu
cd "$(dirname "$0")/.."

: "${BINARY:=$PWD/target/release/roundtable}"
: "${TABLES:?say where the tables of all of Camette are}"
: "${TIME:=20s}"
if ! command -v wrk >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq wrk >/dev/null
fi

port="${PORT:-8098}"
"$BINARY" serve --port "$port" --dir "$TABLES" >/dev/null &
server=$!
LIST=$(mktemp)
trap 'kill $server; rm -f "$LIST"' EXIT
export LIST
until curl -sf "http://127.0.0.1:$port/api/v1/health" >/dev/null; do sleep 0.1; done

# A Knight and up to three Men a side, thrown on squares other than castles.
awk 'BEGIN {
    srand(7)
    n = split("B2 C2 D2 A3 B3 C3 D3 E3 A4 B4 C4 D4 E4 A5 B5 C5 D5 E5 B6 C6 D6", squares, " ")
    for (line = 1; line <= 50000; line++) {
        for (i = 1; i <= n; i++) s[i] = squares[i]
        for (i = n; i > 1; i--) { j = int(rand() * i) + 1; t = s[i]; s[i] = s[j]; s[j] = t }
        text = (line % 2 ? "w" : "b") "_K:" s[1] "_M:" s[2]
        if (rand() < 0.8) text = text "," s[3]
        if (rand() < 0.8) text = text "," s[4]
        text = text "/K:" s[5] "_M:" s[6]
        if (rand() < 0.8) text = text "," s[7]
        if (rand() < 0.8) text = text "," s[8]
        print "/api/v1/positions?q=" text
    }
}' >"$LIST"

measure() {
    echo "$1"
    PAUSE=$2 wrk -t1 -c64 -d"$3" -s scripts/load.lua "http://127.0.0.1:$port" | grep requests/s
}
measure "warming up, as a server that has run for a while" 0 "$TIME"
measure "about 2,000 requests a second over 64 connections (each pauses 32 ms on average between two)" 31 "$TIME"
measure "full tilt, 64 connections" 0 "$TIME"
