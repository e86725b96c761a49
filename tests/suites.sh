# A suite is a command that runs in the background and writes its results to files. Read by run.sh.
# Each suite has a folder below $logs: name, total (the number of tests, if it is known), log (the runner's output), output
# (shown if the suite failed), result (PASSED FAILED, at its end), skipped (tests that did not run, with the reasons), failures
# (a line for each failed test), t (its TMPDIR, which is short because a Unix socket's path has 107 bytes at most).

started=() passed=0 failed=0 skipped=0
skip_reasons=() failures=()

# suite NAME COMMAND...  starts a suite; the command finds the suite's folder in $here.
suite() {
  local name=$1 here
  shift
  here=$logs/${#started[@]}
  mkdir -p "$here/t"
  echo "$name" >"$here/name"
  echo "$SECONDS" >"$here/start"
  : >"$here/log"
  : >"$here/skipped"
  : >"$here/failures"
  started+=("$here")
  (
    (
      export TMPDIR=$here/t
      "$@" >"$here/output" 2>&1
    )
    [ -e "$here/result" ] || echo "0 1" >"$here/result"
    check_clean_up
    : >"$here/end"
  ) &
}

# processes_of FOLDER  prints the processes that run in a folder, or have it in their environment or title (redis-server overwrites
# its environment).
processes_of() {
  {
    find /proc/[0-9]*/cwd -maxdepth 0 -lname "$1/*"
    grep -lasF -f - /proc/[0-9]*/{environ,cmdline} <<<"$1/"
  } 2>/dev/null | cut -d/ -f3 | sort -un
}

# check_clean_up  fails a suite that leaves a process, or a file in its temporary folder. A server's guard removes its folder late.
check_clean_up() {
  local end=$((SECONDS + 30)) process processes files
  while :; do
    processes=$(processes_of "$here")
    files=$(ls -A "$here/t")
    [ -n "$processes$files" ] || return
    [ "$SECONDS" -lt "$end" ] || break
    sleep 0.2
  done
  for process in $processes; do
    echo "left a process: $(tr '\0' ' ' <"/proc/$process/cmdline")"
    kill -9 "$process"
  done >>"$here/output" 2>&1
  [ -z "$files" ] || (cd "$here/t" && find . -mindepth 1 | sed 's/^/left in its temporary folder: /') >>"$here/output"
  echo "it leaves nothing behind" >>"$here/failures"
  read -r good bad <"$here/result"
  echo "$good $((bad + 1))" >"$here/result"
}

# result PASSED FAILED  writes a suite's result. A suite that ran nothing has failed.
result() {
  if [ "$1" = 0 ] && [ "$2" = 0 ] && [ ! -s "$here/skipped" ]; then
    echo "ran nothing"
    set -- 0 1
  fi
  echo "$1 $2" >"$here/result"
}

# count_results FOLDER  prints how many tests of a suite have passed and failed so far, by its runner's log.
count_results() {
  tr '\r' '\n' <"$1/log" | awk '/^PASS |^test .* ok$/ { good++ } /^(FAIL|LEAK|BORK|WARN) |^test .* FAILED$/ { bad++ } END { print good + 0, bad + 0 }'
}

# progress  prints a line about the running suites.
progress() {
  local line="" here good bad total
  for here in "${started[@]}"; do
    [ ! -e "$here/end" ] || continue
    read -r good bad < <(count_results "$here")
    total=$(cat "$here/total" 2>/dev/null) || total=
    line+="; $(cat "$here/name")"
    [ "$good$bad" = 00 ] && [ -z "$total" ] || line+=" $((good + bad))${total:+/$total}, $bad failed"
  done
  [ -z "$line" ] || printf '   %3d s: %s\n' "$SECONDS" "${line#; }"
}

# report FOLDER  prints the result of a suite that has ended.
report() {
  local here=$1 good bad reason
  read -r good bad <"$here/result"
  while IFS= read -r reason; do
    # In CI a skipped test counts as failed.
    if [ -n "${CI:-}" ]; then
      echo "did not run: $reason" >>"$here/output"
      bad=$((bad + 1))
    else
      skip_reasons+=("NOT RUN: $reason")
      skipped=$((skipped + 1))
    fi
  done <"$here/skipped"
  if [ "$bad" != 0 ]; then
    cat "$here/output"
    [ -s "$here/failures" ] || echo "see its output" >"$here/failures"
    while IFS= read -r reason; do failures+=("FAILED: $(cat "$here/name"): $reason"); done <"$here/failures"
  fi
  echo "== $(cat "$here/name"): $good passed, $bad failed ($((SECONDS - $(cat "$here/start"))) s)"
  passed=$((passed + good)) failed=$((failed + bad))
}

# await_suites  waits for all suites, and prints their progress every few seconds. A suite that hangs is killed, and its runner
# reports the missing tests.
await_suites() {
  local here process next=$((SECONDS + 5)) running=1 limit=1500
  while [ "$running" != 0 ]; do
    sleep 0.2
    running=0
    for here in "${started[@]}"; do
      if [ ! -e "$here/end" ]; then
        running=$((running + 1))
        [ $((SECONDS - $(cat "$here/start"))) -lt "$limit" ] || for process in $(processes_of "$here"); do kill -9 "$process"; done
      elif [ ! -e "$here/reported" ]; then
        : >"$here/reported"
        report "$here"
      fi
    done
    if [ "$SECONDS" -ge "$next" ]; then
      progress
      next=$((SECONDS + 5))
    fi
  done
}

# check COMMAND...  runs a suite of one check.
check() {
  if "$@"; then result 1 0; else result 0 1; fi
}

# build_suite  runs the tests of build.sh, whose last line has the numbers of passed and failed tests.
build_suite() {
  local good bad
  env -u CARGO_TARGET_DIR -u PHP -u PHP_CONFIG -u LIBCLANG_PATH -u REDISLOCK_SO tests/build/run.sh >"$here/log" 2>&1
  cat "$here/log"
  sed -n 's/^FAILED //p' "$here/log" >"$here/failures"
  read -r good bad < <(sed -n '$s/.* \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$here/log")
  result "${good:-0}" "${bad:-1}"
}

# rust_suite OPTIONS...  runs cargo test, and adds up its "test result:" lines.
rust_suite() {
  local status=0 good bad ignored
  cargo test --no-default-features --locked --no-run "$@" || return
  # A shell has its background jobs ignore INT and QUIT, and every program that they start inherits that.
  env --default-signal cargo test --no-default-features --locked "$@" >"$here/log" 2>&1 || status=1
  read -r good bad ignored < <(awk '/^test result:/ { good += $4; bad += $6; ignored += $8 } END { print good + 0, bad + 0, ignored + 0 }' "$here/log")
  if [ "$status" != 0 ]; then
    cat "$here/log"
    sed -n 's/^test \(.*\) \.\.\. FAILED$/\1/p' "$here/log" >"$here/failures"
    [ "$bad" != 0 ] || bad=1
  fi
  result "$good" "$((bad + ignored))"
}

# run_tests LOG OPTIONS_AND_PATHS...  runs PHP's run-tests.php, whose exit code does not count skipped tests.
# $wrapper is a command before it. $test_timeout is the time in seconds after which a test counts as hanging.
run_tests() {
  local log=$1 runner
  shift
  runner=$("$PHP_CONFIG" --extension-dir)/build/run-tests.php
  [ -e "$runner" ] || runner=$("$PHP_CONFIG" --prefix)/lib/php/build/run-tests.php
  # The runner writes files next to itself, so this runs a copy. It would repeat a failed test that names usleep() or hrtime().
  # It gives a worker five seconds to connect, which may be too short on a busy machine. It hands out up to 33 tests at a time,
  # so the last ones would run one after the other.
  sed -e 's/!\$retried && error_may_be_retried(/false \&\& error_may_be_retried(/' \
    -e 's/stream_socket_accept(\$listenSock, 5)/stream_socket_accept($listenSock, 120)/' \
    -e 's/\$maxBatchSize = .*;/$maxBatchSize = 1;/; s/count(\$files) <= \$batchSize/count($files) < $batchSize/' "$runner" >"$here/run-tests.php"
  TEST_PHP_EXECUTABLE=$(command -v "$PHP") "${wrapper[@]}" "$PHP" -n "$here/run-tests.php" -n -q --no-color --set-timeout "${test_timeout:-300}" \
    -d extension="$REDISLOCK_SO" "$@" >"$log" 2>&1
}

# tests_that LOG RESULT  prints the paths of the tests with this result.
tests_that() { tr '\r' '\n' <"$1" | sed -En "s/^($2) .* \[([^]]*\.phpt)\].*/\2/p"; }

# php_suite OPTIONS... PATHS...  runs phpt files and folders. A test that passed with a warning has failed.
php_suite() {
  local copy=$here/copy option options=() paths=() path good bad=0 missing total
  for option in "$@"; do
    case $option in
      *=*) options+=("$option") ;;
      *-tests | *-tests/* | packages/*) paths+=("$copy/$option") ;;
      *) options+=("$option") ;;
    esac
  done
  # The runner writes its results next to the tests, so they run from a copy.
  mkdir "$copy"
  cp -r php-tests server-tests packages stubs docs examples bench campaign src tests *.md "$copy"
  total=$(find "${paths[@]}" -name '*.phpt' | wc -l)
  echo "$total" >"$here/total"
  run_tests "$here/log" "${options[@]}" "${paths[@]}"
  good=$(tests_that "$here/log" PASS | wc -l)
  for path in $(tests_that "$here/log" 'FAIL[^ ]*|BORK|WARN[^ ]*'); do
    echo "FAILED ${path#"$copy/"}"
    awk '{ print "  | " $0 }' "${path%.phpt}.diff" 
    echo "${path#"$copy/"}" >>"$here/failures"
    bad=$((bad + 1))
  done
  for path in $(tests_that "$here/log" 'LEAK[^ ]*'); do
    echo "LEAK ${path#"$copy/"}"
    cat "${path%.phpt}.mem"
    echo "${path#"$copy/"}" >>"$here/failures"
    bad=$((bad + 1))
  done
  tr '\r' '\n' <"$here/log" | sed -n "s#^SKIP .* \[$copy/\(.*\.phpt\)\] reason: \(NOT RUN: \)\?\(.*\)#\1 \3#p" >"$here/skipped"
  missing=$((total - good - bad - $(wc -l <"$here/skipped")))
  if [ "$missing" != 0 ]; then
    echo "without a result:"
    comm -23 <(find "${paths[@]}" -name '*.phpt' | sort) <(tests_that "$here/log" '[A-Z]+[^ ]*' | sort)
    tr '\r' '\n' <"$here/log" | tail -n 20
    echo "$missing tests without a result" >>"$here/failures"
  fi
  result "$good" "$((bad + missing))"
  rm -rf "$copy"
}

# under_valgrind COMMAND...  runs a suite of phpt under valgrind, which also checks the PHP processes that tests start.
# A path must have no blank, because valgrind would take it for two options.
under_valgrind() {
  cp tests/valgrind.supp "$logs/valgrind.supp"
  VALGRIND_OPTS="--vgdb=no --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
    --suppressions=$logs/valgrind.supp --trace-children-skip=*redis*,*/sh,*/dash,*/cc,*/python*" \
    "$@" -m -d pcre.jit=0
}
