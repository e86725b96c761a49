# Gets what this machine's release of Debian does not have. Read by server-tests/fetch.sh and packaging/php.sh. Nothing is
# installed: packages are only unpacked, and run by their own loader with their own libraries.

cache=${REDISLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/redislock}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

# kept NAME PROGRAM COMMAND ARGUMENTS...  sets $final, the folder NAME of the cache: complete, made by COMMAND FOLDER ARGUMENTS, or absent.
# It is complete if PROGRAM is in it and "fetched FOLDER" says so.
kept() {
  local name=$1 program=$2 command=$3 new
  shift 3
  final=$cache/$name
  [ ! -x "$final/$program" ] || return 0
  mkdir -p "$cache" || fail "cannot make $cache"
  new=$(mktemp -d "$cache/$name.XXXXXX")
  trap 'rm -rf "'"$new"'"' EXIT
  chmod 755 "$new"
  # Not in a condition: there, a command that fails would not end it.
  "$command" "$new" "$@"
  fetched "$new" || fail "what was fetched does not run"
  # Somebody else may have been quicker.
  mv -T "$new" "$final" 2>/dev/null || [ -x "$final/$program" ] || fail "cannot make $final"
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
  local folder=$1 suites=$2 apt=$1/apt package options
  shift 2
  apt_of "$apt" deb "$suites"
  apt-get "${options[@]}" install -y -qq --download-only "$@" >&2 || fail "Debian $suites: cannot get $*"
  mkdir -p "$folder/root"
  for package in "$apt"/cache/archives/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
  rm -rf "$apt"
}

# apt_of FOLDER deb|deb-src SUITES  sets $options: an apt of its own, with the packages or the sources of these suites.
apt_of() {
  local apt=$1 kind=$2 suites=$3 suite
  command -v apt-get >/dev/null || fail "there is no apt-get"
  [ -e "$keyring" ] || fail "there is no $keyring"
  mkdir -p "$apt"/{state/lists/partial,cache/archives/partial,etc/sources.list.d,etc/preferences.d}
  : >"$apt/status"
  for suite in $suites; do echo "$kind [signed-by=$keyring] $(mirror) $suite main"; done >"$apt/sources.list"
  options=(-o "Dir::State=$apt/state" -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache"
    -o "Dir::Etc::sourcelist=$apt/sources.list" -o "Dir::Etc::sourceparts=$apt/etc/sources.list.d"
    -o "Dir::Etc::preferences=/dev/null" -o "Dir::Etc::preferencesparts=$apt/etc/preferences.d"
    -o APT::Install-Recommends=0 -o "APT::Sandbox::User=$(id -un)" -o Acquire::Languages=none -o Debug::NoLocking=1
    -o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
  apt-get "${options[@]}" -o APT::Update::Error-Mode=any update -qq >&2 || fail "no list of the packages of Debian $suites"
}

# program FILE ROOT BINARY  writes a program that runs a binary below ROOT. ROOT is a folder beside FILE or above it, and moves with it.
program() {
  cat >"$1" <<SH
#!/bin/sh
root=\$(cd "\$(dirname "\$0")/$(realpath --relative-to "$(dirname "$1")" "$2")" && pwd)
for loader in "\$root"/lib64/ld-linux-*.so.* "\$root"/lib/ld-linux-*.so.* "\$root"/usr/lib64/ld-linux-*.so.* "\$root"/usr/lib/ld-linux-*.so.*; do
  [ ! -e "\$loader" ] || break
done
libraries=\$(ls -d "\$root"/lib/*-linux-gnu "\$root"/usr/lib/*-linux-gnu 2>/dev/null | paste -sd:)
exec "\$loader" --argv0 "\$0" --library-path "\$libraries" "\$root$3" "\$@"
SH
  chmod +x "$1"
}
