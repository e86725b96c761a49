#!/usr/bin/env bash
# Finds which tests reach which unsafe block, and chooses the tests that run under valgrind at every change.
#   tests/unsafe/run.sh show     runs the chosen tests and prints how many of them reach each unsafe block; fails if none does
#   tests/unsafe/run.sh choose [TEST...]   runs all phpt, or these, and chooses anew among them: writes chosen.txt
# It needs what ./build.sh test needs, and llvm-profdata and llvm-cov of the LLVM that rustc is built with:
# `rustup component add llvm-tools`, or Debian's package llvm-N (`rustc -vV` says which).
set -euo pipefail
cd "$(dirname "$0")/../.."
PHP=$(command -v "${PHP:-php}") PHP_CONFIG=$(command -v "${PHP_CONFIG:-php-config}")
export PHP PHP_CONFIG

llvm=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
tools=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin
[ -x "$tools/llvm-cov" ] || tools=/usr/lib/llvm-$llvm/bin
[ -x "$tools/llvm-cov" ] || { echo "there is no llvm-cov of LLVM $llvm: rustup component add llvm-tools, or apt-get install llvm-$llvm" >&2; exit 1; }

case ${1:-} in
  show) mapfile -t tests < <(grep -v '^#' tests/unsafe/chosen.txt) ;;
  # Under valgrind that one takes longer than all others.
  choose)
    tests=("${@:2}")
    [ $# != 1 ] || mapfile -t tests < <(find php-tests -name '*.phpt' ! -name every-php-snippet-of-the-docs-runs.phpt | sort)
    ;;
  *) sed -n '3,4s/^# *//p' "$0" >&2; exit 2 ;;
esac

LLVM_PROFILE_FILE=target/coverage/build.profraw RUSTFLAGS='-C instrument-coverage' cargo build --locked --target-dir target/coverage
found=$PWD/target/coverage/found
rm -rf "$found"
mkdir "$found"
cp -r php-tests server-tests packages stubs docs examples bench campaign src tests *.md "$found"
runner=$("$PHP_CONFIG" --extension-dir)/build/run-tests.php
[ -e "$runner" ] || runner=$("$PHP_CONFIG" --prefix)/lib/php/build/run-tests.php

# reach TEST  writes the lines that the test's processes have executed to TEST.lcov, and the number of these processes: each costs a
# second and more under valgrind.
reach() {
  LLVM_PROFILE_FILE="$found/$1.%p.%m.profraw" TEST_PHP_EXECUTABLE=$PHP REDISLOCK_SO=$so \
    "$PHP" -n "$runner" -n -q --no-color -d extension="$so" "$found/$1" >"$found/$1.said" 2>&1 </dev/null
  tr '\r' '\n' <"$found/$1.said" | grep -q '^PASS' || echo "did not pass here: $1" >&2
  "$tools/llvm-profdata" merge -o "$found/$1.profdata" "$found/$1".*.profraw 2>/dev/null || return 0
  "$tools/llvm-cov" export --format=lcov --instr-profile="$found/$1.profdata" "$so" >"$found/$1.lcov" 2>/dev/null
  find "$(dirname "$found/$1")" -name "$(basename "$1").*.profraw" | wc -l >"$found/$1.processes"
  rm -f "$found/$1".*.profraw
}
export -f reach
export found runner tools so="$PWD/target/coverage/debug/libredislock.so"
printf '%s\n' "${tests[@]}" | xargs -P "$(($(nproc) * 3))" -I{} bash -c 'reach {}'
"$PHP" -n tests/unsafe/blocks.php "$1" "$found" "${tests[@]}"
