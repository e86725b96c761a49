#!/usr/bin/env bash
# Every suite, one after the other, with one sum at the end. Called by ./build.sh test, which has built the extension.
# A suite that ran nothing, or left something out, has failed. "run.sh servers" runs only those of servers.sh.
set -uo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
passed=0 failed=0

case ${1:-all} in
  all | servers) ;;
  *) echo "run.sh [servers]" >&2; exit 2 ;;
esac

# count NAME PASSED FAILED LEFT_OUT
count() {
  local name=$1 good=$2 bad=$3 left_out=$4
  if [ "$good" = 0 ] && [ "$bad" = 0 ]; then
    echo "$name: ran nothing"
    bad=1
  fi
  echo "== $name: $good passed, $((bad + left_out)) failed"
  passed=$((passed + good)) failed=$((failed + bad + left_out))
}

# one NAME COMMAND...  a suite of a single check
one() {
  local name=$1
  shift
  if "$@" >"$logs/one" 2>&1; then
    count "$name" 1 0 0
  else
    cat "$logs/one"
    count "$name" 0 1 0
  fi
}

# The sums of all "test result:" lines of cargo test.
rust_suite() {
  local status=0
  cargo test --no-default-features --locked >"$logs/cargo" 2>&1 || status=1
  local good bad ignored
  read -r good bad ignored < <(awk '/^test result:/ { good += $4; bad += $6; ignored += $8 } END { print good + 0, bad + 0, ignored + 0 }' "$logs/cargo")
  [ "$status" = 0 ] || cat "$logs/cargo"
  [ "$status" = 0 ] || [ "$bad" != 0 ] || bad=1
  count "cargo test" "$good" "$bad" "$ignored"
}

# What the command that runs PHP's tests begins with.
beside=()

# run_tests LOG OPTIONS_AND_PATHS...  PHP's run-tests.php; its exit code says nothing about tests that did not run.
run_tests() {
  local log=$1 runner
  shift
  runner=$("$PHP_CONFIG" --extension-dir)/build/run-tests.php
  [ -e "$runner" ] || runner=$("$PHP_CONFIG" --prefix)/lib/php/build/run-tests.php
  TEST_PHP_EXECUTABLE=$(command -v "$PHP") "${beside[@]}" "$PHP" -n "$runner" -n -q --no-color --show-diff \
    -d extension="$REDISLOCK_SO" "$@" 2>&1 | tr '\r' '\n' >"$log"
}

# tests_that LOG RESULT  the paths of the tests that ended so.
tests_that() { sed -n "s/^$2 .* \[\([^ ]*\.phpt\)\].*/\1/p" "$1"; }

# php_suite NAME FOLDER OPTIONS...  all tests in a folder. One that depends on time may fail on a busy machine: it is tried
# once more, with no other beside it, and named. Errors that valgrind finds (LEAK) count at once.
php_suite() {
  local name=$1 folder=$2 copy=$logs/copy path good left_out again bad=0
  shift 2
  # The runner writes what it found beside the tests: they are run from a copy.
  mkdir "$copy"
  cp -r php-tests server-tests stubs "$copy"
  run_tests "$logs/php" "$@" "$copy/$folder"
  good=$(awk -F: '/^Tests (passed|warned)/ { split($2, n, " "); sum += n[1] } END { print sum + 0 }' "$logs/php")
  tests_that "$logs/php" WARN | sed "s#^.*$folder#passed at the second attempt: $folder#"
  mapfile -t again < <(tests_that "$logs/php" FAIL)
  if [ ${#again[@]} -gt 0 ]; then
    run_tests "$logs/again" "$@" -j1 "${again[@]}"
    for path in "${again[@]}"; do
      if tests_that "$logs/again" PASS | grep -qxF "$path"; then
        echo "passed at the second attempt: $folder${path#*"$folder"}"
        good=$((good + 1))
      else
        bad=$((bad + 1))
      fi
    done
    [ "$bad" = 0 ] || cat "$logs/again"
  fi
  for path in $(tests_that "$logs/php" 'LEAK[^ ]*'); do
    echo "LEAK $folder${path#*"$folder"}"
    cat "${path%.phpt}.mem"
    bad=$((bad + 1))
  done
  left_out=$(($(find "$folder" -name '*.phpt' | wc -l) - good - bad))
  [ "$left_out" = 0 ] || tail -n 60 "$logs/php"
  count "$name" "$good" "$bad" "$left_out"
  rm -rf "$copy"
}

# What PHP needs for SQLite, where it is not built in.
pdo=()
for extension in pdo pdo_sqlite; do
  "$PHP" -n -m | grep -qix "$extension" || pdo+=(-d "extension=$extension")
done

. tests/servers.sh

if [ "${1:-all}" = all ]; then
  one "formatting" cargo fmt --check
  one "clippy, without PHP" cargo clippy --locked --all-targets --no-default-features -- -D warnings
  one "clippy, with PHP" cargo clippy --locked --all-targets -- -D warnings
  rust_suite
  php_suite "phpt" php-tests -j"$(nproc)"
  # Of the processes that tests start, those of PHP are looked at as well. Most of the time they wait, so more at a time.
  VALGRIND_OPTS="--vgdb=no --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
    --suppressions=$PWD/tests/valgrind.supp --trace-children-skip=*redis*,*/sh,*/dash,*/cc,*/python*,*/strace" \
    php_suite "phpt under valgrind" php-tests -j"$(($(nproc) + 1))" -m -d pcre.jit=0
  one "flash sale" "$PHP" -n -d extension="$REDISLOCK_SO" examples/flash-sale/demo.php
  one "fencing" "$PHP" -n "${pdo[@]}" -d extension="$REDISLOCK_SO" examples/fencing/demo.php
  one "timestamp lock" "$PHP" -n -d extension="$REDISLOCK_SO" examples/timestamp-lock/demo.php
fi
server_suites

[ ${#not_tested[@]} = 0 ] || printf '%s\n' "${not_tested[@]}"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
