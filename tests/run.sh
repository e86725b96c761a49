#!/usr/bin/env bash
# Every suite, one after the other, with one sum at the end. Called by ./build.sh test, which has built the extension.
# A suite that ran nothing, or left something out, has failed.
set -uo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
passed=0 failed=0

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

# run_tests LOG FOLDER OPTIONS...  PHP's run-tests.php over a folder; its exit code says nothing about tests that did not run.
run_tests() {
  local log=$1 folder=$2 runner
  shift 2
  runner=$("$PHP_CONFIG" --extension-dir)/build/run-tests.php
  [ -e "$runner" ] || runner=$("$PHP_CONFIG" --prefix)/lib/php/build/run-tests.php
  TEST_PHP_EXECUTABLE=$(command -v "$PHP") "$PHP" -n "$runner" -n -q --no-color --show-diff "$@" \
    -d extension="$REDISLOCK_SO" "$folder" 2>&1 | tr '\r' '\n' >"$log"
}

# tests_that LOG RESULT  the paths of the tests that ended so.
tests_that() { sed -n "s/^$2 .* \[\([^ ]*\.phpt\)\].*/\1/p" "$1"; }

# php_suite NAME OPTIONS...  all of php-tests. One that depends on time may fail on a busy machine: it is tried once more,
# alone, and named. Errors that valgrind finds (LEAK) count at once.
php_suite() {
  local name=$1 copy=$logs/copy path good left_out bad=0
  shift
  # The runner writes what it found beside the tests: they are run from a copy.
  mkdir "$copy"
  cp -r php-tests stubs "$copy"
  run_tests "$logs/php" "$copy/php-tests" "$@"
  good=$(awk -F: '/^Tests (passed|warned)/ { split($2, n, " "); sum += n[1] } END { print sum + 0 }' "$logs/php")
  tests_that "$logs/php" WARN | sed 's/^.*php-tests/passed at the second attempt: php-tests/'
  for path in $(tests_that "$logs/php" FAIL); do
    run_tests "$logs/again" "$path" "$@"
    if grep -q '^PASS' "$logs/again"; then
      echo "passed at the second attempt: php-tests${path#*php-tests}"
      good=$((good + 1))
    else
      cat "$logs/again"
      bad=$((bad + 1))
    fi
  done
  for path in $(tests_that "$logs/php" 'LEAK[^ ]*'); do
    echo "LEAK php-tests${path#*php-tests}"
    cat "${path%.phpt}.mem"
    bad=$((bad + 1))
  done
  left_out=$(($(find php-tests -name '*.phpt' | wc -l) - good - bad))
  [ "$left_out" = 0 ] || tail -n 60 "$logs/php"
  count "$name" "$good" "$bad" "$left_out"
  rm -rf "$copy"
}

# What PHP needs for SQLite, where it is not built in.
pdo=()
for extension in pdo pdo_sqlite; do
  "$PHP" -n -m | grep -qix "$extension" || pdo+=(-d "extension=$extension")
done

one "formatting" cargo fmt --check
one "clippy, without PHP" cargo clippy --locked --all-targets --no-default-features -- -D warnings
one "clippy, with PHP" cargo clippy --locked --all-targets -- -D warnings
rust_suite
php_suite "phpt" -j"$(nproc)"
# Of the processes that tests start, those of PHP are looked at as well. Most of the time they wait, so more at a time.
VALGRIND_OPTS="--vgdb=no --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
  --suppressions=$PWD/tests/valgrind.supp --trace-children-skip=*redis*,*/sh,*/dash,*/cc,*/python*,*/strace" \
  php_suite "phpt under valgrind" -j"$(($(nproc) + 1))" -m -d pcre.jit=0
one "flash sale" "$PHP" -n -d extension="$REDISLOCK_SO" examples/flash-sale/demo.php
one "fencing" "$PHP" -n "${pdo[@]}" -d extension="$REDISLOCK_SO" examples/fencing/demo.php
one "timestamp lock" "$PHP" -n -d extension="$REDISLOCK_SO" examples/timestamp-lock/demo.php

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
