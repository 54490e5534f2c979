#!/usr/bin/env bash
# A full disk and a folder that cannot be written: clear errors, finished tables as they were.
#
#   scripts/disk-test.sh
#
# Mounts a small tmpfs, so it needs root; without, that part is skipped. ROUNDTABLE names the program to test; without it a
# release build is made.
set -euo pipefail
cd "$(dirname "$0")/.."
if [[ -z ${ROUNDTABLE:-} ]]; then
    cargo build --release --locked
    ROUNDTABLE=target/release/roundtable
fi
work=$(mktemp -d)
disk=$work/disk
cleanup() {
    mountpoint -q "$disk" && umount "$disk"
    rm -rf "$work"
}
trap cleanup EXIT
mkdir "$disk"

fail() { echo "FAILED: $*" >&2; exit 1; }

# expect WHAT TEXT DIR: solving into DIR fails with exit 4 and an error that has TEXT; no unfinished file is left.
expect() {
    local status=0
    "$ROUNDTABLE" solve camette:KMM-KM --dir "$3" > /dev/null 2> "$work/error" || status=$?
    [[ $status == 4 ]] || fail "$1: exit $status instead of 4: $(cat "$work/error")"
    grep -q "$2" "$work/error" || fail "$1: unclear error: $(cat "$work/error")"
    [[ -z $(find "$3" -name '.unfinished-*' 2> /dev/null) ]] || fail "$1: an unfinished file is left"
    echo "$1: $(head -1 "$work/error")"
}

if [[ $(id -u) == 0 ]] && mount -t tmpfs -o size=128k tmpfs "$disk" 2> /dev/null; then
    expect "full disk" "make room on the disk" "$disk/tables"
    [[ -n $(ls "$disk/tables/camette") ]] || fail "full disk: no table was finished before it was full"
    before=$(cd "$disk/tables/camette" && sha256sum ./*)
    "$ROUNDTABLE" verify --checksums --dir "$disk/tables" || fail "full disk: a finished table is damaged"
    expect "full disk, again" "make room on the disk" "$disk/tables"
    [[ $before == $(cd "$disk/tables/camette" && sha256sum ./*) ]] || fail "full disk: finished tables changed"
    mount -o remount,size=8m "$disk"
    "$ROUNDTABLE" solve camette:KMM-KM --dir "$disk/tables" > /dev/null || fail "with room made, solving does not go on"
    echo "room made: solving went on"
    rm "$disk/tables/camette/KMM-KM"
    before=$(cd "$disk/tables/camette" && sha256sum ./*)
    mount -o remount,ro "$disk"
    expect "read-only disk" "choose another folder with --dir" "$disk/tables"
    [[ $before == $(cd "$disk/tables/camette" && sha256sum ./*) ]] || fail "read-only disk: finished tables changed"
else
    echo "full and read-only disk: skipped, a tmpfs cannot be mounted here"
fi

echo text > "$work/file"
expect "a file in the folder's place" "choose another folder with --dir" "$work/file"
if [[ $(id -u) != 0 ]]; then
    mkdir -m 555 "$work/locked"
    expect "read-only folder" "check the folder's permissions" "$work/locked"
fi
echo "all as it should be"
