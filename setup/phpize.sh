#!/bin/sh
# What config.m4 and Makefile.frag ask for. It installs nothing.
#   setup/phpize.sh check PHP_CONFIG   says in one line what is missing to build for this PHP, and ends with 1 then
#   setup/phpize.sh build PHP_CONFIG   builds modules/redislock.so
[ -n "${BASH_VERSION:-}" ] || {
  command -v bash >/dev/null 2>&1 || { echo 'there is no bash: please install it'; exit 1; }
  exec bash "$0" "$@"
}
set +o posix
set -euo pipefail
unset CDPATH
export PHP_CONFIG=$2
PHP=$("$PHP_CONFIG" --php-binary)

cd "$(dirname "$0")/.."
. setup/say.sh
. setup/php.sh
. setup/needs.sh
. setup/make.sh

# Errors of configure and make begin with the program's name.
fail() {
  printf '%s\n' "$1" >&2
  exit 1
}
install_missing() { [ ${#unmet[@]} = 0 ] || fail "please install what Debian calls: ${missing[*]}"; }

need_build
case $1 in
  check) install_missing ;;
  build) build ;;
esac
