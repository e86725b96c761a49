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
  local good bad
  good=$(sed -n 's/^Tests passed *: *\([0-9]*\).*/\1/p' "$logs/php")
  bad=$(awk -F: '/^Tests (failed|warned|leaked|borked)|^Expected fail/ { split($2, n, " "); sum += n[1] } END { print sum + 0 }' "$logs/php")
  local left_out
  left_out=$(($(find php-tests -name '*.phpt' | wc -l) - ${good:-0} - bad))
  [ "$bad" = 0 ] && [ "$left_out" = 0 ] || tail -n 300 "$logs/php"
  count "$name" "${good:-0}" "$bad" "$left_out"
  rm -rf "$logs/copy"
}

one "formatting" cargo fmt --check
one "clippy, without PHP" cargo clippy --locked --all-targets --no-default-features -- -D warnings
one "clippy, with PHP" cargo clippy --locked --all-targets -- -D warnings
rust_suite
php_suite "phpt"
php_suite "phpt under valgrind" -m
one "flash sale" "$PHP" -n -d extension="$REDISLOCK_SO" examples/flash-sale/demo.php
one "timestamp lock" "$PHP" -n -d extension="$REDISLOCK_SO" examples/timestamp-lock/demo.php

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
