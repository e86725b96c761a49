# The same suite over every kind of server, each started for it. Read by run.sh, whose functions it uses.
# A kind that cannot be had today is no failure, but it is named at the very end: see not_tested.

not_tested=()

server_suites() {
  local kind program kinds=0
  php_suite "what starts servers" server-tests/deployments -j"$(nproc)"
  php_suite "TLS and passwords of many servers" server-tests/secured -j"$(nproc)"
  # Each has up to fifteen servers and processes: on a machine that is too busy, sentinels see failures that are none.
  php_suite "failover" server-tests/failover -j2
  while IFS=$'\t' read -r -u 3 kind program; do
    kinds=$((kinds + 1))
    if [ "$program" = stable ]; then
      program=redis-server
    elif ! program=$(server-tests/fetch.sh "$program" 2>"$logs/fetch"); then
      not_tested+=("NOT TESTED: $kind ($(tail -n 1 "$logs/fetch"))")
      continue
    fi
    beside=("$PHP" -n server-tests/beside.php "$kind" "$program")
    php_suite "$kind" server-tests/behaviour -j"$(nproc)"
    beside=()
    # Which version it was, and how soon it was there.
    sed -n 1p "$logs/php"
    # What servers with commands of their own that compare and act are asked; these tests start them.
    case $kind in
      'Redis 8.x' | 'Valkey 9.x') REDISLOCK_PROGRAM=$program php_suite "$kind, native commands" server-tests/native -j1 ;;
    esac
  done 3< <("$PHP" -n server-tests/beside.php)
  [ "$kinds" != 0 ] || count "servers" 0 0 0
}
