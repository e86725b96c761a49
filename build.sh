#!/bin/sh
# To use it:
#   ./build.sh            installs what the build needs, and builds modules/redislock.so
#   ./build.sh demo       a flash sale: without a lock, with a naive one, with RedisLock
#   ./build.sh install    copies the extension to this PHP, enables it, and says which SAPIs load it
#   ./build.sh uninstall  takes it away again
#
# To change it. A test ends with "N passed, N failed":
#   ./build.sh test       formatting, Rust, all phpt, examples, packages, the main kinds of servers
#   ./build.sh test fast  the lock's own tests and the quick phpt, within a minute
#   ./build.sh test PATH...            those of files and folders
#   ./build.sh test servers            every kind and version of server, and failovers
#   ./build.sh test frameworks         the packages: over every version of their frameworks, style, types
#   ./build.sh test loops              over Revolt, and AMPHP, ReactPHP and Swoole in the folder REDISLOCK_LOOPS
#   ./build.sh test jit                all phpt with OPcache's JIT
#   ./build.sh test interleavings      the renewal thread, in thousands of orders of the threads' steps
#   ./build.sh test valgrind [all | PATH...]   the phpt that reach each unsafe block; or all; or those of PATH
#   ./build.sh test campaign [SECONDS] processes compete for locks over a faulty network
#   ./build.sh test loaded [N]         "test" N times (20), beside a busy loop for each core
#   ./build.sh test ci                 the gate: test, failovers, valgrind
#   ./build.sh test all                test, servers, campaign, valgrind
#   ./build.sh campaign [--kind K] [--seconds S] [--seed N] [--out FOLDER]   processes compete for locks under a schedule of
#                                      faults; two checkers judge the history (campaign/README.md); --broken: of broken locks;
#                                      --seeds A-B: with each seed, and goes on where it was stopped
#   ./build.sh fuzz [TARGET] [SECONDS] random bytes as replies and addresses (fuzz/fuzz_targets/), each for a minute
#   ./build.sh bench [NAME]            benchmarks; "bench help" names them
#
# To release it:
#   ./build.sh package [binaries]      in dist/, for this PHP: an archive for PIE, a .deb; and the command, and the source with all crates
#   ./build.sh docs                    the site of the documentation, in dist/site: pages with a search, and all links followed
#   ./build.sh matrix [CELL...]        builds for PHP 8.2 to 8.6, also with threads and for debugging, and runs all phpt
#   ./build.sh test fresh              build, demo and install in bare Debian systems (as root, by debootstrap)
#   ./build.sh test packages           the files of dist/ in bare Debian systems, by each way of docs/install.md (the same)
#   ./build.sh release --check         whether all is there for a release; --check=quick leaves out what takes minutes
#   ./build.sh release --names NAME=VALUE...   writes a name of packaging/publisher (owner, repository, mail, site) wherever it stands
#
# The environment:
#   PHP=php8.4            another PHP than php: a name or a path; its php-config is found by itself
#   PHP_CONFIG=PATH       names php-config if it is elsewhere
#   DESTDIR=FOLDER        install puts everything below this folder, and enables nothing
#   CARGO_TARGET_DIR      where to build, instead of target/
#   LIBCLANG_PATH         a libclang of your own

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
    [ -e tests/run.sh ] || fail 'there are no tests here: the archive of a release leaves them out, a clone of the repository has them'
    case ${1:-} in fresh | packages) exec "tests/$1.sh" "${@:2}" ;; esac
    need_build; need_tests "${1:-}"; build
    # Where the crates have been built already.
    CARGO_TARGET_DIR=$(folder_of_this_php) exec tests/run.sh "$@"
    ;;
  package) . packaging/package.sh; need_build; need_package; package "${@:2}" ;;
  docs) exec packaging/site.sh ;;
  matrix) shift; exec packaging/matrix.sh "$@" ;;
  release) shift; exec packaging/release.sh "$@" ;;
  campaign) shift; need_build; need_campaign; build; export PHP; exec campaign/run.sh "$@" ;;
  fuzz) shift; exec fuzz/run.sh "$@" ;;
  bench) shift; need_build; need_bench "${1:-}"; build; exec bench/run.sh "$@" ;;
  *) echo "build.sh: there is no \"$1\"" >&2; usage >&2; exit 2 ;;
esac
