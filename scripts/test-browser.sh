#!/usr/bin/env bash
# Runs the browser tests in headless Chromium. Installs what they need, where it can: Debian's chromium and node (as root or
# by sudo), and two packages from npm. Without a browser the tests fail, unless ROUNDTABLE_NO_BROWSER=1 leaves them out.
#
# Set IMAGES to a folder to keep screenshots, BINARY to use another build, TABLES to use tables of all of Camette that are
# already there, CHROMIUM to use another browser.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ${ROUNDTABLE_NO_BROWSER:-} == 1 ]]; then
    echo "The browser tests are left out, as ROUNDTABLE_NO_BROWSER=1 asks: nothing is known of the page."
    exit 0
fi

# Installs Debian packages, if that can be done without asking anyone.
install_packages() {
    local as_root=()
    command -v apt-get >/dev/null || return 1
    if [[ $(id -u) != 0 ]]; then
        sudo -n true 2>/dev/null || return 1
        as_root=(sudo -n)
    fi
    "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
lacking() {
    echo "$1 is needed for the browser tests and could not be installed (apt-get as root or by sudo)." >&2
    echo "Install it, or set ROUNDTABLE_NO_BROWSER=1 to leave these tests out." >&2
    exit 1
}

browser() { command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome; }
browser >/dev/null || install_packages chromium fonts-dejavu-core || lacking Chromium
CHROMIUM=$(browser) || lacking Chromium
command -v npm >/dev/null || install_packages nodejs npm || lacking "Node with npm"
# The test runner's own module came with node 18.
node -e 'process.exit(Number.parseInt(process.versions.node) < 18 ? 1 : 0)' || lacking "Node 18 or later"

if [[ -z ${BINARY:-} ]]; then
    cargo build --release --locked
    BINARY="$PWD/target/release/roundtable"
fi
if [[ -z ${TABLES:-} ]]; then
    TABLES="$PWD/target/browser-tables"
    "$BINARY" solve camette --dir "$TABLES" >/dev/null
fi
SMALL="$PWD/target/browser-small-tables"
for table in camette:KM-M cam:KM-K; do
    "$BINARY" solve "$table" --dir "$SMALL" >/dev/null
done
export CHROMIUM BINARY TABLES SMALL IMAGES="${IMAGES:-}"

(cd tests/browser && npm install --no-audit --no-fund --silent)
exec node --test --test-concurrency=1 "$@" tests/browser/explorer.test.mjs
