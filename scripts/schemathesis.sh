#!/bin/sh
# Checks the running API against its own description with schemathesis (from PyPI, in a virtual environment of its own).
# One check is left out: that every text is accepted where the description says "a text"; what a position or a game is, no schema
# can say. TABLES is a folder of tables; small ones are solved if it is not given. BINARY is the program.
set -eu
cd "$(dirname "$0")/.."

: "${BINARY:=$PWD/target/release/roundtable}"
if [ -z "${TABLES:-}" ]; then
    TABLES="$PWD/target/api-tables"
    "$BINARY" solve camette:KMM-KM --dir "$TABLES" >/dev/null
fi
venv=target/schemathesis
[ -x "$venv/bin/schemathesis" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install -q schemathesis; }

port="${PORT:-8099}"
"$BINARY" serve --port "$port" --dir "$TABLES" &
server=$!
trap 'kill $server' EXIT
until curl -sf "http://127.0.0.1:$port/api/v1/health" >/dev/null; do sleep 0.1; done
"$venv/bin/schemathesis" run "http://127.0.0.1:$port/api/v1/openapi.json" --max-examples "${EXAMPLES:-100}" --checks all \
    --exclude-checks positive_data_acceptance "$@"
