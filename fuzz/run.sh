#!/usr/bin/env bash
# ./build.sh fuzz [TARGET] [SECONDS]   gives a target random bytes for SECONDS (60), by libFuzzer on stable Rust; without TARGET
# each of fuzz_targets/. New inputs go to target/fuzz/inputs, and an input that does harm to target/fuzz/found-TARGET-*: a copy in
# fuzz/found/TARGET/ becomes a unit test (src/fuzz.rs). An input may take 10 seconds and all together 512 MiB.
set -euo pipefail
cd "$(dirname "$0")/.."
. setup/say.sh

# Kept, because compiling it takes minutes.
CARGO_FUZZ=0.13.2
kept=${REDISLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/redislock}/cargo-fuzz-$CARGO_FUZZ
[ -x "$kept/bin/cargo-fuzz" ] || cargo install --quiet --locked --root "$kept" "cargo-fuzz@$CARGO_FUZZ" || fail "there is no cargo-fuzz $CARGO_FUZZ, and cargo cannot install it, see above"

targets=()
for file in fuzz/fuzz_targets/*.rs; do targets+=("$(basename "$file" .rs)"); done
seconds=60
for word in "$@"; do
  case $word in
    *[!0-9]*) [ -e "fuzz/fuzz_targets/$word.rs" ] || fail "there is no fuzz target \"$word\": there are ${targets[*]}"; targets=("$word") ;;
    *) seconds=$word ;;
  esac
done

export CARGO_TARGET_DIR=$PWD/target/fuzz
passed=0 failed=0
for target in "${targets[@]}"; do
  folders=("$CARGO_TARGET_DIR/inputs/$target" "fuzz/corpus/$target")
  mkdir -p "${folders[0]}"
  [ ! -d "fuzz/found/$target" ] || folders+=("fuzz/found/$target")
  # Nightly Rust is needed by sanitizers only, and what is tested has no unsafe code.
  if "$kept/bin/cargo-fuzz" run --sanitizer none "$target" "${folders[@]}" -- -max_total_time="$seconds" -timeout=10 -rss_limit_mb=512 \
    -max_len=8192 -artifact_prefix="$CARGO_TARGET_DIR/found-$target-" -print_final_stats=1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $target"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
