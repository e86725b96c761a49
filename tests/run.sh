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

# php_suite NAME OPTIONS...  run-tests.php over php-tests; its exit code says nothing about tests that did not run.
php_suite() {
  local name=$1 runner
  shift
  runner=$("$PHP_CONFIG" --extension-dir)/build/run-tests.php
  [ -e "$runner" ] || runner=$("$PHP_CONFIG" --prefix)/lib/php/build/run-tests.php
  # The runner writes what it found beside the tests: they are run from a copy.
  mkdir "$logs/copy"
  cp -r php-tests stubs "$logs/copy"
  TEST_PHP_EXECUTABLE=$(command -v "$PHP") "$PHP" -n "$runner" -n -q --no-color -j"$(nproc)" --show-diff "$@" \
    -d extension="$REDISLOCK_SO" "$logs/copy/php-tests" >"$logs/php" 2>&1
  local good bad left_out
  # "Warned" are those that failed under load and passed when the runner tried them again: passed, but not unseen.
  sed -n 's/.*WARN \(.*\) \[.*/passed at the second attempt: \1/p' "$logs/php"
  good=$(awk -F: '/^Tests (passed|warned)/ { split($2, n, " "); sum += n[1] } END { print sum + 0 }' "$logs/php")
  bad=$(awk -F: '/^Tests (failed|leaked|borked)|^Expected fail/ { split($2, n, " "); sum += n[1] } END { print sum + 0 }' "$logs/php")
  left_out=$(($(find php-tests -name '*.phpt' | wc -l) - good - bad))
  [ "$bad" = 0 ] && [ "$left_out" = 0 ] || tail -n 300 "$logs/php"
  count "$name" "$good" "$bad" "$left_out"
  rm -rf "$logs/copy"
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
php_suite "phpt"
# Of the processes that tests start, those of PHP are looked at as well.
VALGRIND_OPTS="--vgdb=no --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
  --suppressions=$PWD/tests/valgrind.supp --trace-children-skip=*redis*,*/sh,*/dash,*/cc,*/python*,*/strace" \
  php_suite "phpt under valgrind" -m -d pcre.jit=0
one "flash sale" "$PHP" -n -d extension="$REDISLOCK_SO" examples/flash-sale/demo.php
one "fencing" "$PHP" -n "${pdo[@]}" -d extension="$REDISLOCK_SO" examples/fencing/demo.php
one "timestamp lock" "$PHP" -n -d extension="$REDISLOCK_SO" examples/timestamp-lock/demo.php

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
