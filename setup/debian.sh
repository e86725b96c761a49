# Gets what this machine's release of Debian does not have. Read by server-tests/fetch.sh, packages/fetch.sh and packaging/php.sh.
# Nothing is installed: packages are only unpacked, and run by their own loader with their own libraries. What was got stays in
# ${REDISLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/redislock}: a folder each, complete or absent. Where it cannot be had, the
# last line on standard error says why.

cache=${REDISLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/redislock}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
architecture= # of what is got; none is this machine's

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

# new_beside FINAL  makes $new, a folder that goes at the end unless complete FINAL has made it FINAL.
new_beside() {
  mkdir -p "$(dirname "$1")" || fail "cannot make $(dirname "$1")"
  new=$(mktemp -d "$1.XXXXXX")
  trap 'rm -rf "$new"' EXIT
  chmod 755 "$new"
}
# Another owner may have been quicker.
complete() { mv -T "$new" "$1" 2>/dev/null || [ -e "$1" ] || fail "cannot make $1"; }

# kept NAME PROGRAM COMMAND ARGUMENTS...  sets $final, the folder NAME of the cache: complete, made by COMMAND FOLDER ARGUMENTS, or absent.
# It is complete if PROGRAM is in it and "fetched FOLDER" says so.
kept() {
  final=$cache/$1
  [ ! -x "$final/$2" ] || return 0
  new_beside "$final"
  # Not in a condition: there, a command that fails would not end it.
  "$3" "$new" "${@:4}"
  fetched "$new" || fail "what was fetched does not run"
  complete "$final"
}

# The machine's own mirror, if it is one of Debian: other releases are there, too.
mirror() {
  local found
  found=$(cat /etc/apt/sources.list.d/*.sources 2>/dev/null | awk '/^URIs:/ && $2 ~ /\/debian\/?$/ { print $2; exit }')
  [ -n "$found" ] || found=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^https?:.*\/debian\/?$/) { print $i; exit } }')
  printf '%s\n' "${found:-http://deb.debian.org/debian}"
}

# debian FOLDER KIND SUITES PACKAGE...  unpacks packages of other releases, and all that they depend on. KIND: any; or all, only
# those for all kinds of machines, preferably of the last release: code in PHP, but neither PHP nor its extensions.
# FOLDER/packages: a line NAME=VERSION each.
debian() {
  local folder=$1 kind=$2 suites=$3 apt=$1/apt package packages options
  shift 3
  apt_of "$apt" deb "$suites"
  if [ "$kind" = all ]; then
    options+=(-o "APT::Default-Release=${suites##* }")
    # Which PHP there is in that release does not matter.
    for package in php php-cli php-common php-intl php-mbstring php-xml; do
      printf 'Package: %s\nStatus: install ok installed\nArchitecture: all\nVersion: 99:0\nMaintainer: none\nDescription: none\n\n' "$package"
    done >"$apt/status"
  else
    kind='[^_]*'
    # What packages need while they are installed. They are only unpacked, and while Debian prepares a new perl, it cannot be had with all.
    for package in perl debconf ucf libtext-charwidth-perl; do
      printf 'Package: %s\nStatus: install ok installed\nArchitecture: %s\nMulti-Arch: allowed\nVersion: 99:0\nMaintainer: none\nDescription: none\n\n' \
        "$package" "${architecture:-$(dpkg --print-architecture)}" >>"$apt/status"
    done
  fi
  # Each is a line: 'URI' NAME_VERSION_KIND.deb SIZE HASH
  packages=$(apt-get "${options[@]}" install -y -qq --print-uris "$@") || fail "Debian $suites: there is no $1 with all that it needs"
  mapfile -t packages < <(sed -n "s/^'[^']*' \([^_]*\)_\([^_]*\)_$kind\.deb .*/\1=\2/p" <<<"$packages" | sed 's/%3a/:/')
  mkdir -p "$folder/root"
  printf '%s\n' "${packages[@]}" >"$folder/packages"
  (cd "$apt/cache/archives" && apt-get "${options[@]}" download -qq "${packages[@]}") >&2 || fail "Debian $suites: cannot get $1"
  for package in "$apt"/cache/archives/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
  rm -rf "$apt"
}

# apt_of FOLDER deb|deb-src SUITES  sets $options: an apt of its own, with the packages or the sources of these suites; for another
# kind of machine if $architecture names one.
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
    ${architecture:+-o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture"}
    -o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
  apt-get "${options[@]}" -o APT::Update::Error-Mode=any update -qq >&2 || fail "no list of the packages of Debian $suites"
}

# program FILE ROOT BINARY [EMULATOR]  writes a program that runs a binary below ROOT. ROOT is a folder beside FILE or above it, and moves with it.
program() {
  cat >"$1" <<SH
#!/bin/sh
root=\$(cd "\$(dirname "\$0")/$(realpath --relative-to "$(dirname "$1")" "$2")" && pwd)
for loader in "\$root"/lib64/ld-linux-*.so.* "\$root"/lib/ld-linux-*.so.* "\$root"/usr/lib64/ld-linux-*.so.* "\$root"/usr/lib/ld-linux-*.so.*; do
  [ ! -e "\$loader" ] || break
done
libraries=\$(ls -d "\$root"/lib/*-linux-gnu "\$root"/usr/lib/*-linux-gnu 2>/dev/null | paste -sd:)
exec ${4:-} "\$loader" --argv0 "\$0" --library-path "\$libraries" "\$root$3" "\$@"
SH
  chmod +x "$1"
}
