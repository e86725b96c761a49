#!/usr/bin/env bash
# run.sh PHP_CONFIG EXTENSION [THREADS]   Threads of one process compete for locks, and a process starts the modules several times: the
# PHP of PHP_CONFIG has to be thread-safe and to have the embed SAPI (libphp). Ends with 1, and says why, if a count was lost, a lock was
# left, or a thread failed.
set -euo pipefail
config=$1 extension=$2 threads=${3:-16}
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'kill "$redis" 2>/dev/null || true; rm -rf "$folder"' EXIT

for program in host twice; do
  cc -o "$folder/$program" "$here/$program.c" -D_GNU_SOURCE $("$config" --includes) \
    -L"$("$config" --prefix)/lib" -Wl,-rpath,"$("$config" --prefix)/lib" -Wl,-export-dynamic -lphp $("$config" --ldflags) $("$config" --libs) -lpthread
done
printf 'extension=%s\ndisplay_errors=1\nhtml_errors=0\n' "$extension" >"$folder/php.ini"
export REDISLOCK_SOCKET=$folder/redis.sock PHPRC=$folder PHP_INI_SCAN_DIR=
redis-server --port 0 --unixsocket "$REDISLOCK_SOCKET" --save '' --dir "$folder" >"$folder/redis.log" &
redis=$!
until redis-cli -s "$REDISLOCK_SOCKET" ping 2>/dev/null | grep -q PONG; do sleep 0.05; done

timeout 600 "$folder/host" "$here/stress.php" "$threads" || { echo "$? of $threads threads failed"; exit 1; }
rounds=$(sed -n 's/^const ROUNDS = \([0-9]*\);/\1/p' "$here/stress.php")
count=$(redis-cli -s "$REDISLOCK_SOCKET" get count)
[ "$count" = $((threads * rounds)) ] || { echo "$threads threads counted to $count, not to $((threads * rounds))"; exit 1; }
left=$(redis-cli -s "$REDISLOCK_SOCKET" --scan --pattern 'threads:*')
[ -z "$left" ] || { printf 'left behind: %s\n' $left; exit 1; }

timeout 300 "$folder/twice" "$here/twice.php" || { echo "the modules were started several times: $? scripts failed"; exit 1; }
left=$(redis-cli -s "$REDISLOCK_SOCKET" --scan --pattern 'twice*')
[ -z "$left" ] || { printf 'left behind: %s\n' $left; exit 1; }
echo "$threads threads, $count acquisitions of one lock, $count of their own: nothing lost, no lock left; modules started three times"
