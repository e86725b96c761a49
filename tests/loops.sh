# Runs tests over real event loops. Read by run.sh, whose functions it uses.
# Revolt is Debian's, if there is no other. For the other loops, and another Revolt, $REDISLOCK_LOOPS names a folder outside of the
# checkout. There OWNER-NAME is a clone of https://github.com/OWNER/NAME: revoltphp-event-loop, amphp-amp, amphp-sync,
# reactphp-event-loop, reactphp-promise, reactphp-async, and swoole-swoole-src, in which
# "phpize && ./configure && make" has built modules/swoole.so.

loops() {
  # A newer PHP deprecates syntax of these libraries.
  local no_deprecations=(-d "error_reporting=E_ALL & ~E_DEPRECATED")
  revolt "${main_kinds[@]}"
  if of_loop AMPHP revoltphp-event-loop/src amphp-amp/src amphp-sync/src; then
    suite "AMPHP" php_suite -j"$(nproc)" "${no_deprecations[@]}" packages/amp/tests
  fi
  if of_loop ReactPHP reactphp-event-loop/src reactphp-promise/src reactphp-async/src; then
    suite "ReactPHP" php_suite -j1 "${no_deprecations[@]}" server-tests/loops/react.phpt
  fi
  if of_loop Swoole swoole-swoole-src/modules/swoole.so; then
    suite "Swoole" php_suite -j1 -d "extension=$REDISLOCK_LOOPS/swoole-swoole-src/modules/swoole.so" server-tests/loops/swoole.phpt
  fi
  await_suites
}

# of_loop NAME PATHS...  returns whether all is there, or notes that it is not.
of_loop() {
  local path
  for path in "${@:2}"; do
    [ ! -e "${REDISLOCK_LOOPS:-}/$path" ] || continue
    skip_reasons+=("NOT TESTED: $1 (REDISLOCK_LOOPS names no folder with $path; tests/loops.sh says what belongs there)")
    return 1
  done
}

# revolt KIND...  starts the tests of event loops over Revolt, and the behaviour suite in its fibers, beside a ticker.
revolt() {
  local kind folder=${REDISLOCK_LOOPS:-}/revoltphp-event-loop/src
  if [ ! -e "$folder" ]; then
    fetched Revolt server-tests/loops/fetch.sh >"$logs/revolt" || return 0
    folder=$(cat "$logs/revolt")
  fi
  suite "Revolt" with_revolt "$folder" php_suite "$side_by_side" php-tests/event-loops server-tests/loops/revolt.phpt
  for kind; do suite "$kind, in a fiber" with_revolt "$folder" with_fibers "$kind"; done
}

with_revolt() {
  export REDISLOCK_REVOLT=$1
  "${@:2}"
}

# The tests run from a copy.
with_fibers() {
  with_servers "$1" redis-server server-tests/behaviour -d "auto_prepend_file=$here/copy/server-tests/loops/in-a-fiber.php"
}
