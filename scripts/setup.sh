#!/usr/bin/env bash
# Makes sure that what building needs is there: cargo, and a C compiler for zstd.
set -euo pipefail

if ! command -v cargo >/dev/null && [ -x "$HOME/.cargo/bin/cargo" ]; then
  PATH="$HOME/.cargo/bin:$PATH"
fi
if ! command -v cargo >/dev/null; then
  echo "Rust 1.95 or later is needed: install it from https://rustup.rs, then run this again" >&2
  exit 1
fi
if ! command -v cc >/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -q && apt-get install -q -y gcc libc6-dev
  else
    echo "a C compiler is needed to build zstd: install gcc or clang, then run this again" >&2
    exit 1
  fi
fi
