# What a suite is: a command that runs in the background and tells by files what came out. Read by run.sh.
# Each has a folder of its own below $logs: name, total (how many tests, where it is known), log (what its runner says),
# output (what is shown if it failed), result (PASSED FAILED, once it has ended), left_out (tests that did not run, and why),
# failures (a line for each test that failed), t (its TMPDIR: short, because a Unix socket's path has 107 bytes at most).

started=() passed=0 failed=0 skipped=0
not_run=() failures=()

# suite NAME COMMAND...  starts it; the command finds its folder in $here.
suite() {
  local name=$1 here
  shift
  here=$logs/${#started[@]}
  mkdir -p "$here/t"
  echo "$name" >"$here/name"
  echo "$SECONDS" >"$here/start"
  : >"$here/log"
  : >"$here/left_out"
  : >"$here/failures"
  started+=("$here")
  (
    (
      export TMPDIR=$here/t
      "$@" >"$here/output" 2>&1
    )
    [ -e "$here/result" ] || echo "0 1" >"$here/result"
    check_hands
    : >"$here/end"
  ) &
}

# processes_of FOLDER  those that run in it, or that have it in their environment or in their title (a redis-server overwrites its
# environment).
processes_of() {
  {
    find /proc/[0-9]*/cwd -maxdepth 0 -lname "$1/*"
    grep -lasF -f - /proc/[0-9]*/{environ,cmdline} <<<"$1/"
  } 2>/dev/null | cut -d/ -f3 | sort -un
}

# check_hands  a suite leaves nothing in its temporary folder, and no process. A server's guard removes its folder after the test.
check_hands() {
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

# result PASSED FAILED  a suite's last words. One that ran nothing has failed.
result() {
  if [ "$1" = 0 ] && [ "$2" = 0 ] && [ ! -s "$here/left_out" ]; then
    echo "ran nothing"
    set -- 0 1
  fi
  echo "$1 $2" >"$here/result"
}

# How many tests of a suite have passed and failed so far, as its runner has said.
so_far() {
  tr '\r' '\n' <"$1/log" | awk '/^PASS |^test .* ok$/ { good++ } /^(FAIL|LEAK|BORK|WARN) |^test .* FAILED$/ { bad++ } END { print good + 0, bad + 0 }'
}

# A line on what is running.
progress() {
  local line="" here good bad total
  for here in "${started[@]}"; do
    [ ! -e "$here/end" ] || continue
    read -r good bad < <(so_far "$here")
    total=$(cat "$here/total" 2>/dev/null) || total=
    line+="; $(cat "$here/name")"
    [ "$good$bad" = 00 ] && [ -z "$total" ] || line+=" $((good + bad))${total:+/$total}, $bad failed"
  done
  [ -z "$line" ] || printf '   %3d s: %s\n' "$SECONDS" "${line#; }"
}

# What came out of a suite that has ended.
report() {
  local here=$1 good bad reason
  read -r good bad <"$here/result"
  while IFS= read -r reason; do
    # In CI everything is to run.
    if [ -n "${CI:-}" ]; then
      echo "did not run: $reason" >>"$here/output"
      bad=$((bad + 1))
    else
      not_run+=("NOT RUN: $reason")
      skipped=$((skipped + 1))
    fi
  done <"$here/left_out"
  if [ "$bad" != 0 ]; then
    cat "$here/output"
    [ -s "$here/failures" ] || echo "see its output" >"$here/failures"
    while IFS= read -r reason; do failures+=("FAILED: $(cat "$here/name"): $reason"); done <"$here/failures"
  fi
  echo "== $(cat "$here/name"): $good passed, $bad failed ($((SECONDS - $(cat "$here/start"))) s)"
  passed=$((passed + good)) failed=$((failed + bad))
}

# Waits for all that were started, and says every few seconds how far they are. One that hangs is ended: its runner says what is missing.
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

# check COMMAND...  a suite of a single check.
check() {
  if "$@"; then result 1 0; else result 0 1; fi
}

# build_suite  its last line says how many passed and failed.
build_suite() {
  local good bad
  env -u CARGO_TARGET_DIR -u PHP -u PHP_CONFIG -u LIBCLANG_PATH -u REDISLOCK_SO tests/build/run.sh >"$here/log" 2>&1
  cat "$here/log"
  sed -n 's/^FAILED //p' "$here/log" >"$here/failures"
  read -r good bad < <(sed -n '$s/.* \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$here/log")
  result "${good:-0}" "${bad:-1}"
}

# rust_suite OPTIONS...  the sums of all "test result:" lines of cargo test.
rust_suite() {
  local status=0 good bad ignored
  cargo test --no-default-features --locked --no-run "$@" || return
  cargo test --no-default-features --locked "$@" >"$here/log" 2>&1 || status=1
  read -r good bad ignored < <(awk '/^test result:/ { good += $4; bad += $6; ignored += $8 } END { print good + 0, bad + 0, ignored + 0 }' "$here/log")
  if [ "$status" != 0 ]; then
    cat "$here/log"
    sed -n 's/^test \(.*\) \.\.\. FAILED$/\1/p' "$here/log" >"$here/failures"
    [ "$bad" != 0 ] || bad=1
  fi
  result "$good" "$((bad + ignored))"
}

# run_tests LOG OPTIONS_AND_PATHS...  PHP's run-tests.php; its exit code says nothing about tests that did not run.
# $beside is what the command begins with; $patience: after how many seconds without a word a test counts as hanging.
run_tests() {
  local log=$1 runner
  shift
  runner=$("$PHP_CONFIG" --extension-dir)/build/run-tests.php
  [ -e "$runner" ] || runner=$("$PHP_CONFIG" --prefix)/lib/php/build/run-tests.php
  # It writes beside itself. It would try a test again that names usleep() or hrtime().
  # Of its workers each has five seconds to connect, which a busy machine may take to start one. And it hands out up to 33 tests
  # at a time, so the last ones would run one after the other.
  sed -e 's/!\$retried && error_may_be_retried(/false \&\& error_may_be_retried(/' \
    -e 's/stream_socket_accept(\$listenSock, 5)/stream_socket_accept($listenSock, 120)/' \
    -e 's/\$maxBatchSize = .*;/$maxBatchSize = 0;/' "$runner" >"$here/run-tests.php"
  TEST_PHP_EXECUTABLE=$(command -v "$PHP") "${beside[@]}" "$PHP" -n "$here/run-tests.php" -n -q --no-color --set-timeout "${patience:-300}" \
    -d extension="$REDISLOCK_SO" "$@" >"$log" 2>&1
}

# tests_that LOG RESULT  the paths of the tests that ended so.
tests_that() { tr '\r' '\n' <"$1" | sed -En "s/^($2) .* \[([^]]*\.phpt)\].*/\2/p"; }

# php_suite OPTIONS... PATHS...  phpt files and folders. A test that passed with a warning has failed.
php_suite() {
  local copy=$here/copy option options=() paths=() path good bad=0 left_out total
  for option in "$@"; do
    case $option in
      *-tests | *-tests/* | packages/*) paths+=("$copy/$option") ;;
      *) options+=("$option") ;;
    esac
  done
  # The runner writes what it found beside the tests: they are run from a copy.
  mkdir "$copy"
  cp -r php-tests server-tests packages stubs docs examples bench src tests *.md "$copy"
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
  tr '\r' '\n' <"$here/log" | sed -n "s#^SKIP .* \[$copy/\(.*\.phpt\)\] reason: \(NOT RUN: \)\?\(.*\)#\1 \3#p" >"$here/left_out"
  left_out=$((total - good - bad - $(wc -l <"$here/left_out")))
  if [ "$left_out" != 0 ]; then
    tr '\r' '\n' <"$here/log" | tail -n 60
    echo "$left_out tests without a result" >>"$here/failures"
  fi
  result "$good" "$((bad + left_out))"
  rm -rf "$copy"
}

# under_valgrind COMMAND...  a suite of phpt under valgrind. Of the processes that tests start, those of PHP are looked at as well.
# No path with a blank in it: valgrind would take it for two options.
under_valgrind() {
  cp tests/valgrind.supp "$logs/valgrind.supp"
  VALGRIND_OPTS="--vgdb=no --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
    --suppressions=$logs/valgrind.supp --trace-children-skip=*redis*,*/sh,*/dash,*/cc,*/python*" \
    "$@" -m -d pcre.jit=0
}
