#!/usr/bin/env bash
# command.sh COMMAND SOCKET [ROUNDS [KEYS]]   what the command redislock costs, on the server at a Unix socket: bench/run.sh command
#   1. "redislock exec -n KEY -- true" from start to finish, against "flock -n FILE true"; in turns, ROUNDS times (300).
#   2. "redislock ls" among KEYS keys (1,000,000): the share of the server's time, as it says, and by the server's own clock.
set -euo pipefail
command=$1 socket=$2 rounds=${3:-300} keys=${4:-1000000}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
export REDISLOCK_SERVER=unix://$socket

# timed NAME COMMAND...  appends the microseconds that a command takes.
timed() {
  local start=$EPOCHREALTIME end
  "${@:2}"
  end=$EPOCHREALTIME
  echo "$((${end/./} - ${start/./}))" >>"$temp/$1"
}
for ((round = 0; round < rounds; round++)); do
  timed flock flock -n "$temp/file" true
  timed exec "$command" exec -n key -- true
done
# quantile NAME PERCENT  in milliseconds
quantile() { sort -n "$temp/$1" | awk -v at="$2" '{ all[NR] = $1 } END { printf "%.2f", all[int((NR - 1) * at / 100) + 1] / 1000 }'; }
echo "start to finish, $rounds times in turns: median, 90 % and 99 % in ms"
for name in flock exec; do echo "  $name -n: $(quantile $name 50), $(quantile $name 90), $(quantile $name 99)"; done
awk -v exec="$(quantile exec 50)" -v flock="$(quantile flock 50)" \
  'BEGIN { printf "  exec takes %.2f ms more; the budget is 5 ms: %s\n", exec - flock, exec - flock <= 5 ? "met" : "NOT MET" }'

redis() { redis-cli -s "$socket" "$@"; }
token=0123456789abcdef0123456789abcdef
for ((begin = 0; begin < keys; begin += 50000)); do
  end=$((begin + 50000 < keys ? begin + 50000 : keys))
  redis eval "for n = ARGV[1] + 1, ARGV[2] do redis.call('SET', 'cache:' .. n, n) end" 0 "$begin" "$end" >/dev/null
done
redis eval "for n = 1, 100 do redis.call('SET', 'cron:' .. n, ARGV[1], 'PX', 3600000) end" 0 "$token:host:7" >/dev/null
busy() { redis info cpu | tr -d '\r' | awk -F: '/^used_cpu_(sys|user):/ { sum += $2 } END { print sum }'; }
for pattern in '*' 'cron:*'; do
  before=$(busy) start=$EPOCHREALTIME
  "$command" ls "$pattern" 2>"$temp/said" | sort -u | wc -l >"$temp/locks"
  end=$EPOCHREALTIME after=$(busy)
  echo "redislock ls '$pattern': $(cat "$temp/locks") locks; it says: $(sed 's/^redislock: //' "$temp/said")"
  awk -v used="$before $after" -v took="$((${end/./} - ${start/./}))" \
    'BEGIN { split(used, at, " "); printf "  by the server'"'"'s own clock: %.2f s of %.1f s, %.1f %%\n", at[2] - at[1], took / 1e6, (at[2] - at[1]) / took * 1e8 }'
done
