#!/usr/bin/env bash
# Benchmarks against a redis-server of their own: bench/run.sh [BENCHMARK [ITS ARGUMENTS]]; README.md describes them.
# Environment: PHP (php), REDIS_SERVER (redis-server), REDISLOCK_SO (modules/redislock.so), CC (cc).
set -euo pipefail
# Every background job in a process group of its own, so that cleanup ends it together with what it started.
set -m

bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PHP=${PHP:-php}
REDIS_SERVER=${REDIS_SERVER:-redis-server}
REDISLOCK_SO=$(realpath -m "${REDISLOCK_SO:-$bench/../modules/redislock.so}")
CC=${CC:-cc}

usage() {
    cat <<'END'
usage: bench/run.sh [BENCHMARK]
  cycle [ROUNDS [CYCLES]]   uncontended acquire + release, against hiredis and phpredis (the default)
  renewal [SECONDS [LOCKS [TTL]]]   what it costs to keep many locks: CPU, commands (60 s, 1,000 locks of 30 s)
  quorum [CYCLES]           a cycle on five servers against one, and with two of the five dead (three minutes)
  waiting [SECONDS]         waiting for a held lock: in the queue, and by polling (up to twelve minutes)
  crowds [COUNTS]           its second part: many waiters, and waiters that crash
  sharing                   shared locks and semaphores: a cycle, crowds, hand-overs (a minute)
  keys                      several keys as one lock: a cycle, and crowds for overlapping pairs
  loops                     a cycle and a hand-over in a fiber of Revolt's loop, and without
  command [ROUNDS [KEYS]]   the command redislock: exec against flock, and ls among 1,000,000 keys (two minutes, and a build)
  frameworks                the packages against their frameworks' own locks over phpredis (three minutes)
  scale [KEYS [WAITERS...]] without PHP: what 100,000 locks, and 4,000 waiters, cost one server (four minutes, and a build)
  all [FOLDER [PASSES [BENCHMARK...]]]   all of them (or these), three times (or PASSES): FOLDER (docs/img) gets figures.json and
                            the charts of it (100 minutes)
  compare OLD NEW           of two such files: each figure that became greater by more than the noise
END
}

die() {
    echo "bench: $*" >&2
    exit 1
}

need() {
    local program
    for program; do
        command -v "$program" >/dev/null || die "$program is missing"
    done
}

temp=
server_pid=
driver_pid=

cleanup() {
    local pid
    for pid in $driver_pid $server_pid; do
        kill -- "-$pid" || true
        wait "$pid" || true
    done 2>/dev/null
    [ -z "$temp" ] || rm -rf "$temp"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# start_server [OPTIONS]  starts a server that keeps nothing, on a free port and on a Unix socket: sets $port and $socket.
start_server() {
    # For a thousand waiters.
    ulimit -n 65536 2>/dev/null || ulimit -n 8192 2>/dev/null || true
    port=$("$PHP" -n -r '$free = stream_socket_server("tcp://127.0.0.1:0");
        echo explode(":", stream_socket_get_name($free, false))[1];')
    socket=$temp/redis.sock
    "$REDIS_SERVER" --port "$port" --bind 127.0.0.1 --unixsocket "$socket" --dir "$temp" \
        --save '' --appendonly no --daemonize no "$@" >"$temp/redis.log" 2>&1 &
    server_pid=$!
    local tries
    for tries in {1..100}; do
        ! grep -qs 'Ready to accept connections' "$temp/redis.log" || return 0
        kill -0 "$server_pid" 2>/dev/null || break
        sleep 0.05
    done
    cat "$temp/redis.log" >&2
    die "$REDIS_SERVER did not start"
}

# Waits in `wait`, which a signal ends at once, where a foreground program would be waited out first.
drive() {
    "$PHP" -n "$@" &
    driver_pid=$!
    wait "$driver_pid"
    driver_pid=
}

cycle() {
    need "$PHP" "$REDIS_SERVER" "$CC" valgrind taskset
    [ -f "$REDISLOCK_SO" ] || die "$REDISLOCK_SO is missing: build the extension first"
    "$CC" -O2 -Wall -Wextra -o "$temp/hiredis" "$bench/hiredis.c" -lhiredis \
        || die "hiredis.c does not compile: is the development package of hiredis installed?"
    start_server
    "$REDIS_SERVER" --version | cut -d ' ' -f 1-3
    drive "$bench/bench.php" "$REDISLOCK_SO" "$temp/hiredis" "$server_pid" "$port" "$socket" "$temp" "$@"
}

# alone DRIVER [ARGUMENTS]  a benchmark of this extension alone
alone() {
    need "$PHP" "$REDIS_SERVER"
    [ -f "$REDISLOCK_SO" ] || die "$REDISLOCK_SO is missing: build the extension first"
    start_server
    "$REDIS_SERVER" --version | cut -d ' ' -f 1-3
    drive -d "extension=$REDISLOCK_SO" "$bench/$1" "$socket" "${@:2}"
}

alone_at_port() {
    need "$PHP" "$REDIS_SERVER"
    [ -f "$REDISLOCK_SO" ] || die "$REDISLOCK_SO is missing: build the extension first"
    start_server
    "$REDIS_SERVER" --version | cut -d ' ' -f 1-3
    drive -d "extension=$REDISLOCK_SO" "$bench/$1" "$port"
}

# The newest version of each framework that this PHP can run.
frameworks() {
    local bench_of package version least newest
    need "$PHP" "$REDIS_SERVER"
    [ -f "$REDISLOCK_SO" ] || die "$REDISLOCK_SO is missing: build the extension first"
    export REDISLOCK_SO
    start_server
    "$REDIS_SERVER" --version | cut -d ' ' -f 1-3
    for bench_of in "$bench"/../packages/*/bench.php; do
        package=$(basename "$(dirname "$bench_of")")
        while read -r version least _; do
            ! "$PHP" -n -r 'exit((int) version_compare(PHP_VERSION, $argv[1], "<"));' "$least" || newest=$version
        done < <(grep -v '^#' "$bench/../packages/$package/versions")
        REDISLOCK_FRAMEWORK=$("$bench/../packages/fetch.sh" "$package" "$newest")
        export REDISLOCK_FRAMEWORK
        drive -d extension=igbinary -d extension=redis -d extension="$REDISLOCK_SO" "$bench_of" "$socket" "$port"
    done
}

command_line() {
    local folder=${CARGO_TARGET_DIR:-$bench/../target}/command
    need "$PHP" "$REDIS_SERVER" cargo redis-cli flock
    cargo build --quiet --release --locked --no-default-features -p redislock-tools --manifest-path "$bench/../Cargo.toml" --target-dir "$folder"
    start_server
    "$REDIS_SERVER" --version | cut -d ' ' -f 1-3
    "$bench/command.sh" "$folder/release/redislock" "$socket" "$@"
}

# The command of the package of tools, and scale.rs, which stands beside it because it uses the same crate.
scale() {
    local folder=${CARGO_TARGET_DIR:-$bench/../target}/command
    need "$REDIS_SERVER" cargo
    cargo build --quiet --release --locked --no-default-features -p redislock-tools --example scale --manifest-path "$bench/../Cargo.toml" \
        --target-dir "$folder"
    start_server --maxclients 30000
    "$REDIS_SERVER" --version | cut -d ' ' -f 1-3
    [ $# -gt 1 ] || set -- "${1:-100000}" 100 1000 4000
    "$folder/release/examples/scale" "$socket" "$server_pid" "$@"
}

# all [FOLDER [PASSES [BENCHMARK...]]]
all() {
    local folder=${1:-$bench/../docs/img} passes=${2:-3} pass name locks names=("${@:3}") failed=()
    [ ${#names[@]} != 0 ] || names=(cycle sharing keys quorum waiting renewal loops command frameworks scale)
    export REDISLOCK_FIGURES=$temp/figures
    for ((pass = 1; pass <= passes; pass++)); do
        for name in "${names[@]}"; do
            echo "== $name, pass $pass of $passes"
            case $name in
                renewal) for locks in 1 10 100 1000 10000; do "$bench/run.sh" renewal 20 "$locks" || failed+=("$name"); done ;;
                *) "$bench/run.sh" "$name" || failed+=("$name") ;;
            esac
        done
    done
    mkdir -p "$folder"
    "$PHP" -n "$bench/collect.php" "$REDISLOCK_FIGURES" "$folder/figures.json" "$("$REDIS_SERVER" --version | cut -d ' ' -f 3)" \
        "$(git -C "$bench" rev-parse --short HEAD 2>/dev/null || echo unknown)"
    for name in waiting renewal cycle; do
        "$PHP" -n "$bench/chart.php" "$folder/figures.json" "$name" >"$temp/chart" && cp "$temp/chart" "$folder/$name.svg" || failed+=("chart $name")
    done
    echo "The figures are in $folder/figures.json, and the charts beside it"
    [ ${#failed[@]} = 0 ] || die "failed: ${failed[*]}"
}

benchmark=${1:-cycle}
[ $# -eq 0 ] || shift
temp=$(mktemp -d)
case $benchmark in
    cycle) cycle "$@" ;;
    renewal) alone renewal.php "$@" ;;
    quorum) alone quorum.php "$REDIS_SERVER" "$temp" "$@" ;;
    waiting)
        alone waiting.php "$@"
        drive -d "extension=$REDISLOCK_SO" "$bench/crowds.php" "$socket"
        ;;
    crowds) alone crowds.php "$@" ;;
    compare) "$PHP" -n "$bench/compare.php" "$@" ;;
    all) all "$@" ;;
    scale) scale "$@" ;;
    sharing) alone sharing.php ;;
    keys) alone several-keys.php ;;
    loops)
        REDISLOCK_REVOLT=$("$bench/../server-tests/loops/fetch.sh")
        export REDISLOCK_SO REDISLOCK_REVOLT
        alone_at_port loops.php
        ;;
    command) command_line "$@" ;;
    frameworks) frameworks ;;
    help | -h | --help) usage ;;
    *)
        usage >&2
        exit 2
        ;;
esac
