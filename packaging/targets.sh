#!/usr/bin/env bash
# packaging/targets.sh   compiles what no test here runs, without PHP and without a warning: all of it with the oldest Rust that Cargo.toml
# names, and for musl; the lock for macOS. Nothing is linked or run. zig compiles the C code of ring for the last two; it comes from PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
. setup/say.sh
. setup/debian.sh
. packaging/names.sh

has rustup || fail 'there is no rustup to get the targets with'
oldest=$(field_of_project rust-version)
rustup --quiet toolchain install --profile minimal "$oldest"
RUSTFLAGS='-D warnings' cargo "+$oldest" check --quiet --locked --no-default-features --workspace --all-targets || fail "it does not compile with Rust $oldest without a warning, see above"
echo "compiles with Rust $oldest"
installed() { python3 -m venv "$1" && "$1/bin/python" -m pip install --quiet cargo-zigbuild==0.24.1 ziglang==0.17.1; }
fetched() { "$1/bin/cargo-zigbuild" --version >&2; }
kept targets-1 bin/cargo-zigbuild installed
rustup --quiet target add x86_64-unknown-linux-musl aarch64-apple-darwin

# check TARGET ARGUMENTS...
check() {
  PATH=$final/bin:$PATH RUSTFLAGS='-D warnings' "$final/bin/cargo-zigbuild" check --quiet --locked --no-default-features --target "$@" \
    || fail "it does not compile for $1 without a warning, see above"
  echo "compiles for $*"
}
check x86_64-unknown-linux-musl --workspace --all-targets
check aarch64-apple-darwin --package redislock --lib
