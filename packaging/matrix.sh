#!/usr/bin/env bash
# ./build.sh matrix [CELL...]   builds for each PHP and runs the phpt suite with it; a cell is a name such as 8.4-zts-debug.
# One table at the end: how many tests passed. What cannot be had is NOT TESTED, with the reason. For the thread-safe ones, threads
# of one process fight for locks as well (tests/threads/). arm64 is compiled for here, and run in an emulator. Ends with 1 if a test
# failed, or a PHP could not be tested for another reason than that it cannot be had. --cells prints the names of all.
set -uo pipefail
cd "$(dirname "$0")/.."

cells=("$@") all=()
for version in 8.2 8.3 8.4 8.5 8.6; do
  for threads in nts zts; do
    for kind in release debug; do all+=("$version-$threads-$kind"); done
  done
done
all+=(8.6-debian-release 8.2-arm64-release)
[ "${1:-}" != --cells ] || { printf '%s\n' "${all[@]}"; exit; }
[ $# -gt 0 ] || cells=("${all[@]}")
for name in "${cells[@]}"; do
  [[ $name =~ ^8\.[2-6]-(nts|zts|debian|arm64)-(release|debug)$ ]] || { echo "matrix.sh: there is no cell \"$name\"; there are ${all[*]}" >&2; exit 2; }
done
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=0 passed=0

# row CELL PHP PASSED WHAT...
row() { printf '%-17s %-8s %7s  %s\n' "$1" "$2" "$3" "${*:4}" | tee -a "$logs/table"; }

# the_sum FILE RUNS  of what so many runs of run.sh say last: N passed, N failed, N not run; nothing if one has not come to that
the_sum() { awk -v runs="$2" '/^[0-9]+ passed, [0-9]+ failed/ { good += $1; bad += $3; n++ } END { if (n == runs) print good, bad }' "$1"; }

# What cargo, bindgen and cc need to compile for arm64; and whether it is there.
cross_compiler=aarch64-linux-gnu-gcc
cross=(CARGO_BUILD_TARGET=aarch64-unknown-linux-gnu "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=$cross_compiler"
  "CC_aarch64_unknown_linux_gnu=$cross_compiler" BINDGEN_EXTRA_CLANG_ARGS_aarch64_unknown_linux_gnu=-I/usr/aarch64-linux-gnu/include)
has_cross_compiler() {
  command -v "$cross_compiler" && [ -d /usr/aarch64-linux-gnu/include ] || { echo "please install gcc-aarch64-linux-gnu and libc6-dev-arm64-cross"; return 1; }
  [ -d "$(rustc --print sysroot)/lib/rustlib/aarch64-unknown-linux-gnu" ] || { echo 'run "rustup target add aarch64-unknown-linux-gnu" first'; return 1; }
}

cell() {
  local name=$1 one version threads kind folder release log=$logs/$1 good=0 bad=1 what= settings=() tests=(php-tests)
  IFS=- read -r version threads kind <<<"$name"
  # In an emulator, what counts on time would say nothing.
  [ "$threads" != arm64 ] || settings=("${cross[@]}") tests=(php-tests/{api,fences,input,waiting})
  if ! { [ "$threads" != arm64 ] || has_cross_compiler; } >"$log" || ! folder=$(packaging/php.sh "$version" "$threads" "$kind" 2>"$log"); then
    row "$name" - - "NOT TESTED: $(tail -n 1 "$log")"
    return
  fi
  export PHP=$folder/bin/php PHP_CONFIG=$folder/bin/php-config
  release=$("$PHP" -n -r 'echo PHP_VERSION;')
  # One after the other: in an emulator, as many at once take too long to begin.
  for one in "${tests[@]}"; do env "${settings[@]}" ./build.sh test "$one"; done >"$log" 2>&1
  read -r good bad < <(the_sum "$log" ${#tests[@]}) || { good=0 bad=1; } # it did not build
  what="$bad failed, $(grep -c '^NOT RUN' "$log") not run"
  if [ "$threads" = zts ] && [ "$good" != 0 ]; then
    if tests/threads/run.sh "$PHP_CONFIG" "$PWD/modules/redislock.so" >"$log.threads" 2>&1; then
      what+="; $(tail -n 1 "$log.threads")"
    else
      bad=$((bad + 1)) what+="; threads: FAILED"
      tail -n 20 "$log.threads"
    fi
  fi
  row "$name" "$release" "$good" "$what"
  [ "$bad" = 0 ] || { grep -E '^(FAIL|LEAK)|FAILED|error' "$log" | head -n 20; tail -n 5 "$log"; }
  passed=$((passed + good)) failed=$((failed + bad))
}

for name in "${cells[@]}"; do cell "$name"; done
echo
printf '%-17s %-8s %7s  %s\n' cell PHP passed ''
cat "$logs/table"
echo "matrix: $passed passed, $failed failed"
[ "$failed" = 0 ] && { [ "$passed" != 0 ] || ! grep -qv ' NOT TESTED: ' "$logs/table"; }
