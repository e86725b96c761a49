#!/bin/sh
# ./build.sh            installs what is missing and builds modules/redislock.so
# ./build.sh demo       the flash sale: without a lock, with the naive one, with RedisLock
# ./build.sh install    puts the extension where this PHP loads it from, and says which of its SAPIs load it
# ./build.sh uninstall  takes it away again
# ./build.sh test       the tests; ends with "N passed, N failed"
#            test fast      the lock's own and the quick ones
#            test loaded [N]  the tests N times (20), beside as many busy loops as there are cores
#            test PATH...   those of files and folders
#            test valgrind [all | PATH...]  under valgrind, the phpt that reach every unsafe block; or every; or those of files and folders
#            test servers   every kind and version of server, failovers
#            test frameworks  the packages, over every version of Laravel and Symfony that can be had
#            test loops     over Revolt, and AMPHP, ReactPHP and Swoole in the folder that REDISLOCK_LOOPS names
#            test jit       every phpt with OPcache's JIT
#            test campaign [SECONDS]  processes fight for locks over a bad network
#            test all       all of these
#            test fresh     build, demo and install in bare Debian systems (as root; by debootstrap)
#            test packages  installs what "package" made in bare Debian systems, by each way of docs/install.md (the same)
# ./build.sh package    a release's files for this PHP, in dist/: an archive for PIE, a .deb, the source with all crates
#            package binaries  the first two only
# ./build.sh matrix     builds for PHP 8.2 to 8.5, thread-safe or not, for debugging or not, and runs the phpt with each
# ./build.sh release --check  whether all is there for a release
# ./build.sh bench      acquire + release against hiredis and phpredis
#            bench frameworks  the packages against the frameworks' own locks
#
# PHP=php8.4            another PHP than php: a name or a path; its php-config is found by itself
# PHP_CONFIG=PATH       where it is not
# DESTDIR=FOLDER        install puts everything below this folder, and enables nothing
# CARGO_TARGET_DIR      where to build, instead of target/
# LIBCLANG_PATH         a libclang of your own

# Whatever shell runs this, it goes on in bash.
[ -n "${BASH_VERSION:-}" ] || {
  command -v bash >/dev/null 2>&1 || { echo 'build.sh: there is no bash: please install it (on Alpine: apk add bash)' >&2; exit 1; }
  exec bash "$0" "$@"
}
set +o posix
set -euo pipefail
unset CDPATH

usage() { sed -n '2,/^$/s/^# \{0,1\}//p' build.sh; }

cd "$(dirname "$0")"
. setup/say.sh
. setup/php.sh
. setup/needs.sh
. setup/make.sh

# in_php put|remove [FILE]  changes the PHP, as root where that is needed.
in_php() {
  local status=0
  setup/install.sh "$1" "$PHP" "${@:2}" || status=$?
  [ $status != 3 ] || as_root "$PWD/setup/install.sh" "$1" "$PHP" "${@:2}"
  [ $status = 0 ] || [ $status = 3 ]
}

case ${1:-build} in
  -h | --help | help) usage ;;
  build) need_build; build; echo "Built modules/redislock.so for PHP $PHP_VERSION ($PHP)" ;;
  demo)
    need_build; need has_redis_server redis-server; build
    exec "$PHP" -n -d extension="$REDISLOCK_SO" examples/flash-sale/demo.php
    ;;
  install)
    need_build; build
    in_php put "$REDISLOCK_SO"
    [ -n "${DESTDIR:-}" ] || setup/install.sh check "$PHP"
    ;;
  uninstall)
    has "$PHP" || fail "there is no $PHP"
    PHP=$(command -v "$PHP")
    in_php remove
    ;;
  test)
    shift
    case ${1:-} in fresh | packages) exec "tests/$1.sh" "${@:2}" ;; esac
    need_build; need_tests "${1:-}"; build
    # Where the crates have been built already.
    CARGO_TARGET_DIR=$(folder_of_this_php) exec tests/run.sh "$@"
    ;;
  package) . packaging/package.sh; need_build; need_package; package "${@:2}" ;;
  matrix) shift; exec packaging/matrix.sh "$@" ;;
  release) shift; exec packaging/release.sh "$@" ;;
  bench) shift; need_build; need_bench; build; exec bench/run.sh "$@" ;;
  *) echo "build.sh: there is no \"$1\"" >&2; usage >&2; exit 2 ;;
esac
