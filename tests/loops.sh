# Runs tests over real event loops. Read by run.sh, whose functions it uses. $REDISLOCK_LOOPS names a folder outside of the
# checkout. There OWNER-NAME is a clone of https://github.com/OWNER/NAME: revoltphp-event-loop, amphp-amp, amphp-sync,
# reactphp-event-loop, reactphp-promise, reactphp-async, and swoole-swoole-src, in which
# "phpize && ./configure && make" has built modules/swoole.so.

loops() {
  local kind
  if of_loop Revolt revoltphp-event-loop/src; then
    suite "Revolt" php_suite "$side_by_side" php-tests/event-loops server-tests/loops/revolt.phpt
    for kind in "${main_kinds[@]}"; do in_a_fiber "$kind"; done
  fi
  if of_loop AMPHP revoltphp-event-loop/src amphp-amp/src amphp-sync/src; then
    suite "AMPHP" php_suite -j"$(nproc)" packages/amp/tests
  fi
  if of_loop ReactPHP reactphp-event-loop/src reactphp-promise/src reactphp-async/src; then
    suite "ReactPHP" php_suite -j1 server-tests/loops/react.phpt
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

# in_a_fiber KIND  runs the behaviour suite in fibers of Revolt's loop, beside a ticker. The tests run from a copy.
in_a_fiber() { suite "$1, in a fiber" with_fibers "$1"; }
with_fibers() {
  with_servers "$1" redis-server server-tests/behaviour -d "auto_prepend_file=$here/copy/server-tests/loops/in-a-fiber.php"
}
