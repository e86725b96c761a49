# The same suite over every kind of server, each started for it. Read by run.sh, whose functions it uses.
# A kind that cannot be had today is no failure, but it is named at the very end: see not_run.

# The kinds that every run is over, by the server that is installed.
main_kinds=('TCP' 'Sentinel (1 master, 2 replicas, 3 sentinels)' 'Cluster (3 masters, 3 replicas)' 'Quorum of 5')

# behaviour KIND PROGRAM [PATH]
behaviour() {
  suite "$1" beside_servers "$1" "$2" "${3:-server-tests/behaviour}"
}

beside_servers() {
  local beside=("$PHP" -n server-tests/beside.php "$1" "$2")
  php_suite -j"$(nproc)" "$3"
  # Which version it was, and how soon it was there.
  sed -n 1p "$here/log"
}

# fetched KIND COMMAND...  what a command prints that fetches it if need be; what cannot be had is noted.
fetched() {
  local path
  if path=$("${@:2}" 2>"$logs/fetch"); then
    printf '%s' "$path"
    return
  fi
  not_run+=("NOT TESTED: $1 ($(tail -n 1 "$logs/fetch"))")
  return 1
}

# native KIND WORD [PATH]  what servers with commands of their own that compare and act are asked; these tests start them.
native() {
  local program
  fetched "$1" server-tests/fetch.sh "$2" >"$logs/program" || return 0
  program=$(cat "$logs/program")
  export REDISLOCK_PROGRAM=$program
  suite "$1, native commands" php_suite -j1 "${3:-server-tests/native}"
}

# One after the other: on a machine that is too busy, sentinels see failures that are none.
failovers() {
  suite "what starts servers" php_suite -j"$(nproc)" server-tests/deployments
  await_suites
  suite "failover" php_suite -j2 server-tests/failover
  await_suites
}

servers() {
  local kind word kinds=0
  failovers
  suite "TLS and passwords of many servers" php_suite -j"$(nproc)" server-tests/secured
  await_suites
  while IFS=$'\t' read -r -u 3 kind word; do
    kinds=$((kinds + 1))
    if [ "$word" = stable ]; then
      behaviour "$kind" redis-server
    elif fetched "$kind" server-tests/fetch.sh "$word" >"$logs/program"; then
      behaviour "$kind" "$(cat "$logs/program")"
    fi
    await_suites
    case $kind in
      'Redis 8.x' | 'Valkey 9.x') native "$kind" "$word"; await_suites ;;
    esac
  done 3< <("$PHP" -n server-tests/beside.php)
  [ "$kinds" != 0 ] || { suite "kinds of servers" result 0 0; await_suites; }
}
