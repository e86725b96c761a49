# Runs the same suite over every kind of server, each started for it. Read by run.sh, whose functions it uses.
# A kind that is not available is no failure, but the summary names it: see skip_reasons.

# Every run tests these kinds with the installed server.
main_kinds=('TCP' 'Sentinel (1 master, 2 replicas, 3 sentinels)' 'Cluster (3 masters, 3 replicas)' 'Quorum of 5')

# behaviour KIND PROGRAM [PATH]
behaviour() {
  suite "$1" with_servers "$1" "$2" "${3:-server-tests/behaviour}"
}

with_servers() {
  local wrapper=("$PHP" -n server-tests/with-servers.php "$1" "$2")
  php_suite -j"$(nproc)" "${@:3}"
  # The server's version, and its start time.
  sed -n 1p "$here/log"
}

# fetched KIND COMMAND...  prints the path that a command fetches, or notes why it is not available.
fetched() {
  local path
  if path=$("${@:2}" 2>"$logs/fetch"); then
    printf '%s' "$path"
    return
  fi
  skip_reasons+=("NOT TESTED: $1 ($(tail -n 1 "$logs/fetch"))")
  return 1
}

# native KIND NAME [PATH]  tests servers with native commands that compare and act. The tests start the servers.
native() {
  local program
  fetched "$1" server-tests/fetch.sh "$2" >"$logs/program" || return 0
  program=$(cat "$logs/program")
  export REDISLOCK_PROGRAM=$program
  suite "$1, native commands" php_suite -j1 "${3:-server-tests/native}"
}

# Not more than two failovers go at a time, because on a machine that is too busy sentinels report false failures. The caller awaits
# them.
failovers() {
  suite "several keys under faults" check several_keys 300
  suite "what starts servers" php_suite -j"$(nproc)" server-tests/deployments
  await_suites
  suite "failover" php_suite -j2 server-tests/failover
}

servers() {
  local kind name kinds=0
  failovers
  await_suites
  suite "TLS and passwords of many servers" php_suite -j"$(nproc)" server-tests/secured
  await_suites
  while IFS=$'\t' read -r -u 3 kind name; do
    kinds=$((kinds + 1))
    if [ "$name" = stable ]; then
      behaviour "$kind" redis-server
    elif fetched "$kind" server-tests/fetch.sh "$name" >"$logs/program"; then
      behaviour "$kind" "$(cat "$logs/program")"
    fi
    await_suites
    case $kind in
      'Redis 8.x' | 'Valkey 9.x') native "$kind" "$name"; await_suites ;;
    esac
  done 3< <("$PHP" -n server-tests/with-servers.php)
  [ "$kinds" != 0 ] || { suite "kinds of servers" result 0 0; await_suites; }
}
