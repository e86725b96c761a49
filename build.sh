#!/usr/bin/env bash
# ./build.sh            installs what is missing and builds modules/redislock.so
# ./build.sh demo       the flash sale: without a lock, with the naive one, with RedisLock
# ./build.sh test       every test; ends with "N passed, N failed"
# ./build.sh test servers    only the suite that is the same for every kind of server
# ./build.sh bench      acquire + release against hiredis and phpredis
# ./build.sh install    puts the extension where this PHP loads it from
# PHP and PHP_CONFIG choose the PHP to build for; the defaults are php and php-config.
set -euo pipefail
cd "$(dirname "$0")"

export PHP=${PHP:-php} PHP_CONFIG=${PHP_CONFIG:-php-config}
export REDISLOCK_SO=$PWD/modules/redislock.so

fail() {
  printf 'build.sh: %s\n' "$1" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# as_root COMMAND...  runs it as root, or says that it cannot.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif has sudo; then sudo "$@"
  else return 1
  fi
}

# What a step needs: how to see whether it is there, and the Debian package that brings it.
has_libclang() {
  [ -n "${LIBCLANG_PATH:-}" ] || ldconfig -p 2>/dev/null | grep -q libclang || compgen -G '/usr/lib/llvm-*/lib/libclang*.so*' >/dev/null
}
has_phpredis() { "$PHP" -n -d extension=igbinary -d extension=redis -r 'exit(extension_loaded("redis") ? 0 : 1);' >/dev/null 2>&1; }
has_fpm() { [ -x "${TEST_PHP_FPM:-/usr/sbin/php-fpm$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null)}" ]; }
has_sqlite() { "$PHP" -n -m | grep -qix pdo_sqlite || "$PHP" -n -d extension=pdo -d extension=pdo_sqlite -r 'exit(extension_loaded("pdo_sqlite") ? 0 : 1);' >/dev/null 2>&1; }
has_redis_py() { /usr/bin/python3 -c 'import redis' >/dev/null 2>&1; }
has_pip() { python3 -m pip --version >/dev/null 2>&1 || /usr/bin/python3 -m pip --version >/dev/null 2>&1; }
has_hiredis() { [ -e /usr/include/hiredis/hiredis.h ] || has pkg-config && pkg-config --exists hiredis 2>/dev/null; }

# need CHECK PACKAGE...  notes the packages when the check fails.
missing=()
need() {
  local check=$1
  shift
  eval "$check" || missing+=("$@")
}

# Installs what was noted: by apt on Debian and Ubuntu, elsewhere it names it and stops.
install_missing() {
  [ ${#missing[@]} -gt 0 ] || return 0
  local packages="${missing[*]}"
  missing=()
  has apt-get || fail "please install what Debian calls: $packages"
  echo "Installing: $packages"
  as_root env DEBIAN_FRONTEND=noninteractive sh -c "apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages" >/dev/null \
    || fail "could not install as root: apt-get install $packages"
}

need_build() {
  has cargo || fail 'please install Rust 1.88 or later (https://rustup.rs), then run this again'
  need 'has cc' gcc libc6-dev
  need 'has "$PHP"' php-cli
  need 'has "$PHP_CONFIG"' php-dev
  need has_libclang libclang-dev
}

need_tests() {
  need 'has redis-server' redis-server
  need 'has openssl' openssl
  need has_pip python3-pip
  need has_fpm php-fpm
  need has_phpredis php-redis
  need has_sqlite php-sqlite3
  need has_redis_py python3-redis
  need 'has valgrind' valgrind
  need 'has strace' strace
}

build() {
  install_missing
  # The build of ext-php-rs wants paths.
  PHP=$(command -v "$PHP") || fail "there is no $PHP"
  PHP_CONFIG=$(command -v "$PHP_CONFIG") || fail "there is no $PHP_CONFIG"
  local php_version headers_version
  php_version=$("$PHP" -n -r 'echo PHP_VERSION;') || fail "$PHP does not run"
  headers_version=$("$PHP_CONFIG" --version) || fail "$PHP_CONFIG does not run"
  [ "$php_version" = "$headers_version" ] || fail "PHP=$PHP is $php_version, but PHP_CONFIG=$PHP_CONFIG is for $headers_version"
  cargo build --release --locked
  mkdir -p modules
  # A new file, not the old one overwritten: a running PHP keeps the one that it has loaded.
  cp target/release/libredislock.so modules/redislock.so.new
  mv modules/redislock.so.new modules/redislock.so
  "$PHP" -n -d extension="$REDISLOCK_SO" -r 'exit(class_exists("RedisLock", false) ? 0 : 1);' || fail "$PHP cannot load $REDISLOCK_SO"
}

demo() {
  need 'has redis-server' redis-server
  build
  "$PHP" -n -d extension="$REDISLOCK_SO" examples/flash-sale/demo.php
}

bench() {
  need_tests
  need has_hiredis libhiredis-dev
  build
  bench/run.sh "$@"
}

# Where PHP reads further ini files, or nothing.
ini_folder() { "$PHP" --ini | sed -n 's/^Scan for additional .ini files in: \(\/[^:]*\).*/\1/p'; }

install_extension() {
  build
  local folder ini version
  folder=$("$PHP_CONFIG" --extension-dir)
  as_root install -m 644 modules/redislock.so "$folder/redislock.so" || fail "cannot write to $folder: run this as root"
  version=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
  if has phpenmod && [ -d "/etc/php/$version/mods-available" ]; then
    ini=/etc/php/$version/mods-available/redislock.ini
  else
    folder=$(ini_folder)
    [ -n "$folder" ] || fail "installed, but this PHP reads no folder of ini files: add extension=redislock to its php.ini"
    ini=$folder/redislock.ini
  fi
  printf '; RedisLock: a Redis lock for PHP\nextension=redislock\n' | as_root tee "$ini" >/dev/null
  [[ $ini != */mods-available/* ]] || as_root phpenmod -v "$version" redislock
  "$PHP" -r 'exit(extension_loaded("redislock") ? 0 : 1);' || fail "$ini is written, but $PHP does not load the extension"
  echo "Installed: $ini loads redislock $("$PHP" -r 'echo phpversion("redislock");'). Restart PHP-FPM to have it there."
}

case ${1:-build} in
  build) need_build; build; echo "Built modules/redislock.so for PHP $("$PHP_CONFIG" --version)" ;;
  demo) need_build; demo ;;
  test) need_build; need_tests; build; shift; exec tests/run.sh "$@" ;;
  bench) need_build; shift; bench "$@" ;;
  install) need_build; install_extension ;;
  *) sed -n '2,8s/^# //p' "$0"; exit 2 ;;
esac
