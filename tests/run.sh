#!/usr/bin/env bash
# Runs the tests, with one summary at the end. Called by ./build.sh test, which has built the extension.
#   run.sh           formatting, clippy, the packages' style, build.sh, Rust, the command, phpt, examples; packages over their frameworks, and over OpenTelemetry; the behaviour suite over one server, Sentinel, cluster and quorum
#   run.sh loaded [N]  the first, N times (20), together with a busy loop for each core; counts the failures of each test
#   run.sh fast      the suites of at most a minute: formatting, the lock's own tests and model, the quick folders of phpt
#   run.sh PATH...   files and folders of any suite; REDISLOCK_KIND names the kind of server for server-tests/behaviour
#   run.sh servers   the suites that start servers: every kind and version, failovers
#   run.sh frameworks  the packages over every version of their frameworks, their style and their types
#   run.sh loops     the tests of event loops over AMPHP, ReactPHP and Swoole, and over Revolt with every kind of server
#   run.sh campaign [SECONDS]  the stress test: processes compete for locks over a faulty network (tests/campaign/)
#   run.sh valgrind [all | PATH...]  under valgrind, the phpt that reach every unsafe block (tests/unsafe/), every phpt (for an
#                     hour), or those of files and folders
#   run.sh jit       every phpt with OPcache's JIT, tracing and by function, which compiles all code at its first run
#   run.sh interleavings  the renewal thread under a scheduler that chooses the order of the threads' steps
#   run.sh ci        the first, failovers and valgrind: the gate
#   run.sh all       the first, servers, a campaign and valgrind
# A suite that ran nothing has failed. Tests that this machine cannot run are named before the summary; in CI they have failed.
set -uo pipefail
cd "$(dirname "$0")/.."

# The paths of tests and valgrind must have no blank, and room for the path of a Unix socket.
logs=$(mktemp -d) || exit
case $logs in *[[:space:]]* | ??????????????????????????????????????????????????*)
  rmdir "$logs"
  logs=$(mktemp -d /tmp/tmp.XXXXXXXXXX) || exit
  ;;
esac
trap 'rm -rf "$logs"' EXIT
chmod 755 "$logs" # some cases of tests/build are another user's
cp "$REDISLOCK_SO" "$logs/redislock.so" || exit
export REDISLOCK_SO=$logs/redislock.so

# Lists the files of this project in the common temporary folders. A suite has a folder of its own, so there should be none.
common() { find /tmp "${TMPDIR:-/tmp}" -mindepth 1 -maxdepth 1 -name '*redislock*' | sort -u; }
common=$(common)

# Records pauses of the whole machine, which end leases and time-outs; the summary names them. Ends with the folder.
"$PHP" -n -r '
  for ($last = hrtime(true); file_exists($argv[1]); $last = $now) {
    usleep(50_000);
    $now = hrtime(true);
    $now < $last + 1e9 || file_put_contents("$argv[1]/stalls", sprintf("%.1f\n", ($now - $last) / 1e9), FILE_APPEND);
  }' "$logs" >/dev/null 2>&1 &

. tests/suites.sh
. tests/servers.sh
. tests/frameworks.sh
. tests/loops.sh
. tests/telemetry.sh
. tests/style.sh

# A test waits most of the time, so more tests run at a time than there are processors.
wrapper=()
side_by_side=-j$(($(nproc) * 5))

# The extensions for SQLite, if they are not built into PHP.
pdo=()
for extension in pdo pdo_sqlite; do
  "$PHP" -n -m | grep -qix "$extension" || pdo+=(-d "extension=$extension")
done

formatting() { suite "formatting" check cargo fmt --all --check; }

# With a low priority, because tests that measure time run meanwhile. clippy checks the build of a release. Tests need no PHP.
clippy() {
  suite "clippy" check nice -n 10 sh -c 'cargo clippy --release --locked -- -D warnings &&
    cargo clippy --release --locked --all-targets --no-default-features --workspace -- -D warnings'
}

# Its tests with PHP are ignored elsewhere, because cargo test needs no PHP.
command_tests() { rust_suite -p redislock-tools -- --include-ignored; }

# One build waits for the other. The lock's tests take longer, so they are built first.
command_after_lock() { cargo test --no-default-features --locked --no-run && command_tests; }

fencing() {
  if "$PHP" -n "${pdo[@]}" -r 'new PDO("sqlite::memory:");' 2>/dev/null; then
    check "$PHP" -n "${pdo[@]}" -d extension="$REDISLOCK_SO" examples/fencing/demo.php
  else
    echo "examples/fencing needs SQLite for this PHP" >"$here/skipped"
    result 0 0
  fi
}

examples() {
  suite "flash sale" check "$PHP" -n -d extension="$REDISLOCK_SO" examples/flash-sale/demo.php
  suite "fencing" fencing
  suite "sharing" check "$PHP" -n -d extension="$REDISLOCK_SO" examples/sharing/demo.php
  suite "transfer" check "$PHP" -n -d extension="$REDISLOCK_SO" examples/transfer/demo.php
  suite "crawler" check "$PHP" -n -d extension="$REDISLOCK_SO" examples/crawler/demo.php
  suite "recipes" check "$PHP" -n -d extension="$REDISLOCK_SO" examples/recipes/demo.php
  suite "timestamp lock" check "$PHP" -n -d extension="$REDISLOCK_SO" examples/timestamp-lock/demo.php
}

usual() {
  formatting
  clippy
  style
  suite "build.sh" build_suite
  suite "cargo test" rust_suite
  suite "the command" command_after_lock
  local kind folders
  mapfile -t folders < <(find php-tests -mindepth 1 -maxdepth 1 -type d ! -name inc ! -name alone | sort)
  suite "phpt" php_suite "$side_by_side" "${folders[@]}"
  for kind in "${main_kinds[@]}"; do behaviour "$kind" redis-server; done
  revolt "${main_kinds[0]}"
  frameworks
  opentelemetry
  await_suites
  # The flash sale measures, so it runs alone.
  examples
  await_suites
  suite "phpt, alone" php_suite -j1 php-tests/alone
  await_suites
}

# loaded [TIMES]  each busy loop ends with this process, however that ends.
loaded() {
  local times=${1:-20} loop loops=() n
  for ((loop = 0; loop < $(nproc); loop++)); do
    while kill -0 $$ 2>/dev/null; do for ((n = 0; n < 100000; n++)); do :; done; done &
    loops+=($!)
  done
  : >"$logs/loaded"
  for ((n = 1; n <= times; n++)); do
    if tests/run.sh >"$logs/run"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    grep -v '^ *[0-9]* s: ' "$logs/run" | sed "s/^/run $n: /"
    grep '^FAILED: ' "$logs/run" >>"$logs/loaded"
  done
  kill "${loops[@]}"
  sort "$logs/loaded" | uniq -c | sort -rn
}

fast() {
  formatting
  suite "cargo test --lib" rust_suite --lib
  suite "phpt, the quick folders" php_suite "$side_by_side" php-tests/{api,contract,fences,input,lifecycle,pool,servers}
  await_suites
}

# valgrind_suite [all | PATH...]
valgrind_suite() {
  local chosen=("$@")
  [ $# != 0 ] || mapfile -t chosen < <(grep -v '^#' tests/unsafe/chosen.txt)
  [ "${1:-}" != all ] || chosen=(php-tests)
  # Failovers, which wait most of the time, come first.
  local wrapper=(nice -n 15)
  suite "phpt under valgrind" under_valgrind php_suite -j"$(($(nproc) * 4))" "${chosen[@]}"
  await_suites
}

# A loop or a function is compiled at its first run, because the runner sets opcache.jit_hot_* to 1.
jit() {
  local opcache=() mode
  "$PHP" -n -m | grep -qx 'Zend OPcache' || opcache=(-d zend_extension=opcache)
  for mode in tracing function; do
    local ini=("${opcache[@]}" -d opcache.enable_cli=1 -d opcache.jit_buffer_size=64M -d "opcache.jit=$mode")
    suite "phpt with OPcache's JIT ($mode)" with_jit "${ini[@]}"
    await_suites
  done
}
with_jit() {
  "$PHP" -n "$@" -r 'exit(opcache_get_status(false)["jit"]["on"] ? 0 : 1);' || { echo "$PHP has no OPcache with a JIT"; return; }
  php_suite "$side_by_side" "$@" php-tests
}

# interleavings  the crates are compiled with a flag, so they are in a folder of their own. All tests share the one renewal thread.
interleavings() {
  suite "interleavings" chosen_orders
  await_suites
}
chosen_orders() {
  CARGO_TARGET_DIR=$CARGO_TARGET_DIR/interleavings RUSTFLAGS="${RUSTFLAGS:-} --cfg interleavings" \
    rust_suite --lib renewal::thread::tests -- --test-threads=1
}

# campaign SECONDS  the stress test, also of shares: 20,000 acquisitions, and a minute of permits. It must find two holders of a
# lock that overwrites the holder's key, and of one that forgets late commands.
campaign() {
  suite "campaign" stress "$1" RedisLock 0
  await_suites
  cat "$logs/campaign-RedisLock"
  test_timeout=3600 REDISLOCK_ACQUISITIONS=20000 REDISLOCK_SECONDS=60 suite "campaign of shares" php_suite -j1 php-tests/sharing-processes
  await_suites
  suite "campaign of several keys" check several_keys 10000
  await_suites
  local class
  for class in OverwritesHolder ForgetsLateCommands; do
    suite "campaign against $class, which must fail" stress 180 "$class" '[1-9][0-9]*'
    await_suites
  done
}

# several_keys ACQUISITIONS  processes compete for sets of keys, on a server behind a faulty network and on a cluster.
several_keys() { "$PHP" -n -d extension="$REDISLOCK_SO" tests/campaign/several-keys.php "$1"; }

# stress SECONDS CLASS BROKEN  runs a campaign with locks of a class. BROKEN is a pattern for the number of broken promises.
stress() {
  check_campaign() {
    "$PHP" -n -d extension="$REDISLOCK_SO" tests/campaign/run.php "$1" "$2" 2>&1 | tee "$logs/campaign-$2"
    grep -qx "$3 broken, 0 failures" "$logs/campaign-$2"
  }
  check check_campaign "$@"
}

# The suites that depend least on a quiet machine run last.
all() {
  usual
  servers
  campaign 60
  valgrind_suite
}

# module PATH FOLDER  prints the module of a file, which is a part of its tests' names: src/lock/acquire/backoff.rs is
# lock::acquire::backoff.
module() {
  local path=${1%.rs}
  path=${path%/}
  path=${path%/mod}
  path=${path#"$2"}
  path=${path#/}
  [ "$path" != main ] || path=
  printf '%s' "${path//\//::}"
}

# some PATH...  runs the tests of files and folders
some() {
  local path name
  for path in "$@"; do # before any suite has begun
    if [ ! -e "$path" ]; then
      echo "there is no $path: run.sh takes loaded, fast, servers, frameworks, loops, campaign, valgrind, jit, interleavings, ci, all, or files and folders of tests" >&2
      exit 2
    fi
  done
  for path in "$@"; do
    path=${path#"$PWD/"} path=${path#./} path=${path%/}
    case $path in
      php-tests | php-tests/*) suite "$path" php_suite "$side_by_side" "$path" ;;
      server-tests/behaviour | server-tests/behaviour/*)
        behaviour "${REDISLOCK_KIND:-${main_kinds[0]}}" redis-server "$path" ;;
      server-tests/native | server-tests/native/*) native 'Redis 8.x' redis-8 "$path" ;;
      tests/build | tests/build/*) suite "build.sh" build_suite ;;
      server-tests/loops | server-tests/loops/* | packages/amp | packages/amp/*) loops ;;
      packages/opentelemetry) opentelemetry ;;
      packages/opentelemetry/*) opentelemetry "$path" ;;
      packages/?*) name=${path#packages/}; of_package "${name%%/*}" "$path" ;;
      server-tests/?*) suite "$path" php_suite -j2 "$path" ;;
      tests/redis | tests/redis/*) suite "$path" rust_suite --test redis "$(module "$path" tests/redis)" ;;
      tests/queue | tests/queue/*) suite "$path" rust_suite --test queue "$(module "$path" tests/queue)" ;;
      tools | tools/*) suite "the command" command_tests ;;
      tests/*.rs) suite "$path" rust_suite --test "$(basename "$path" .rs)" ;;
      src | src/*) suite "$path" rust_suite --lib "$(module "$path" src)" ;;
      *) echo "$path has no tests" >&2; exit 2 ;;
    esac
  done
  await_suites
}

case ${1:-usual} in
  usual | fast | servers | loops | jit | interleavings | all) "${1:-usual}" ;;
  campaign) campaign "${2:-60}" ;;
  valgrind) valgrind_suite "${@:2}" ;;
  frameworks)
    frameworks
    own_suites
    style
    types
    [ ${#started[@]} != 0 ] || suite "frameworks" result 0 0
    await_suites
    ;;
  loaded) loaded "${2:-20}" ;;
  ci)
    export CARGO_INCREMENTAL=0 # what a next build would need costs time
    usual
    failovers # together with what runs under valgrind
    valgrind_suite
    ;;
  *) some "$@" ;;
esac

# A file that a process uses belongs to another run, because no process of this run is left.
for path in $(comm -13 <(printf '%s\n' "$common") <(common)); do
  [ -e "$path" ] && [ -z "$(processes_of "$path")" ] || continue
  failures+=("FAILED: left outside of the suites' temporary folders: $path")
  failed=$((failed + 1))
done

[ ! -s "$logs/stalls" ] || echo "the machine stood still for more than a second $(wc -l <"$logs/stalls") times, the longest $(sort -n "$logs/stalls" | tail -n 1) s"
[ ${#failures[@]} = 0 ] || printf '%s\n' "${failures[@]}"
[ ${#skip_reasons[@]} = 0 ] || printf '%s\n' "${skip_reasons[@]}"
echo "$passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
[ "$failed" = 0 ]
