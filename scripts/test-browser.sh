#!/bin/sh
# Runs the browser tests in headless Chromium. Installs what they need: Debian's chromium (as root) and two packages from npm.
# Set IMAGES to a folder to keep screenshots, BINARY to use another build, TABLES to use tables that are already there.
set -eu
cd "$(dirname "$0")/.."

if ! command -v chromium >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq chromium >/dev/null
fi
: "${CHROMIUM:=$(command -v chromium)}"

if [ -z "${BINARY:-}" ]; then
    cargo build --release
    BINARY="$PWD/target/release/roundtable"
fi
if [ -z "${TABLES:-}" ]; then
    TABLES="$PWD/target/browser-tables"
    "$BINARY" solve camette --dir "$TABLES" >/dev/null
fi
export CHROMIUM BINARY TABLES IMAGES="${IMAGES:-}"

(cd tests/browser && npm install --no-audit --no-fund --silent)
exec node --test --test-concurrency=1 "$@" tests/browser/explorer.test.mjs
