#!/bin/sh
# What of ./build.sh install may need root; it needs neither Rust nor php-config.
#   setup/install.sh put PHP FILE   puts the extension where this PHP loads it from, and has it loaded
#   setup/install.sh check PHP      says which SAPIs load it; ends with 1 if one does not
#   setup/install.sh remove PHP     takes it away
# Ends with 3, having done nothing, if this needs root. DESTDIR: everything below this folder, and nothing is enabled.
set -eu
umask 022
PATH=$PATH:${REDISLOCK_USR:-/usr}/sbin # phpenmod, php-fpm

what=$1 PHP=$2 DESTDIR=${DESTDIR:-}
say() { "$PHP" -n -r "echo $1;"; }
version=$(say 'PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION')
library=$DESTDIR$(say PHP_EXTENSION_DIR)/redislock.so
scan=$(say PHP_CONFIG_FILE_SCAN_DIR)
# Debian has one folder of ini files for all SAPIs, and links to them in one for each.
debian=${scan%/*/conf.d}
[ "$debian" != "$scan" ] && [ -d "$debian/mods-available" ] || debian=
ini=${debian:+$debian/mods-available}
ini=${ini:-$scan}
ini=${ini:+$DESTDIR$ini/redislock.ini}

fail() {
  printf 'build.sh: %s\n' "$1" >&2
  exit 1
}

# Root can write everywhere except on a read-only file system.
writable() {
  folder=$1
  while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
  [ -w "$folder" ] || { [ "$(id -u)" != 0 ] && [ -z "$DESTDIR" ] && exit 3; fail "cannot write to $folder"; }
}

# put FILE TARGET  as a new file, not the old one overwritten: a running PHP keeps the one that it has loaded.
put() {
  mkdir -p "$(dirname "$2")"
  install -m 644 "$1" "$2.new"
  mv "$2.new" "$2"
}

# Each SAPI, and a command that lists what it loads.
sapis() {
  if [ -n "$debian" ]; then
    phpquery -v "$version" -S
  else
    suffix=${PHP##*/php} bin=$(say PHP_BINDIR)
    echo cli
    for program in "$bin/../sbin/php-fpm$suffix" "$bin/php-cgi$suffix"; do [ ! -x "$program" ] || basename "$program"; done
  fi
}
modules() {
  case ${debian:+debian}-$1 in
    *-cli) "$PHP" -m ;;
    debian-fpm | debian-cgi) "php-$1$version" -m ;;
    debian-*) PHP_INI_SCAN_DIR=$debian/$1/conf.d "$PHP" -c "$debian/$1" -m ;;
    *) bin=$(say PHP_BINDIR); PATH=$bin/../sbin:$bin:$PATH; "$1" -m ;;
  esac 2>&1
}
loaded() { modules "$1" | grep -qx redislock; }

case $what in
  put)
    writable "$(dirname "$library")"
    [ -z "$ini" ] || writable "$(dirname "$ini")"
    put "$3" "$library"
    [ -z "$ini" ] || printf '; RedisLock: a Redis lock for PHP\nextension=redislock\n' | put /dev/stdin "$ini"
    echo "Installed $library${ini:+ and $ini}"
    if [ -n "$DESTDIR" ]; then
      [ -z "$debian" ] || echo "Where it is to run: phpenmod -v $version redislock"
    elif [ -n "$debian" ]; then
      phpenmod -v "$version" redislock
    fi
    ;;
  check)
    bad=0
    for sapi in $(sapis); do
      if loaded "$sapi"; then
        echo "  $sapi loads it$(case $sapi in *fpm* | apache*) echo ', once it is restarted' ;; esac)"
      else
        echo "  $sapi does NOT load it: $(modules "$sapi" | grep -i redislock || echo "nothing in its ini files names it")" >&2
        bad=1
      fi
    done
    [ $bad = 0 ] || [ -n "$ini" ] || fail "this PHP reads no folder of ini files: add the line extension=redislock to $(say PHP_CONFIG_FILE_PATH)/php.ini"
    exit $bad
    ;;
  remove)
    [ -e "$library" ] || [ -e "$ini" ] || { echo "There is no redislock in $PHP"; exit 0; }
    writable "$(dirname "$library")"
    [ -z "$ini" ] || writable "$(dirname "$ini")"
    if [ -n "$debian" ] && [ -z "$DESTDIR" ] && [ -e "$ini" ]; then
      phpdismod -v "$version" redislock
      rm -f "/var/lib/php/modules/$version"/*/*_by_admin/redislock # what Debian would remember of it
    fi
    rm -f "$library" "$ini"
    echo "Removed $library${ini:+ and $ini}"
    [ -n "$DESTDIR" ] || for sapi in $(sapis); do
      ! modules "$sapi" | grep -i redislock || fail "$sapi still names redislock in its ini files"
    done
    ;;
esac
