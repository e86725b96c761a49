#!/usr/bin/env bash
# Runs the campaign. Called by ./build.sh campaign, which has built the extension: run.sh [--kind K] [--seconds S] [--seed N | --seeds A-B] [--out FOLDER] [--class C] [--plan]
# Builds the command redislock, which some clients run, unless REDISLOCK_COMMAND names one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${REDISLOCK_COMMAND:-}" ]; then
  folder=${CARGO_TARGET_DIR:-$here/../target}/command
  cargo build --quiet --release --locked --no-default-features -p redislock-tools --manifest-path "$here/../Cargo.toml" --target-dir "$folder"
  REDISLOCK_COMMAND=$folder/release/redislock
fi
export REDISLOCK_COMMAND REDISLOCK_SO
exec "$PHP" -n -d extension="$REDISLOCK_SO" "$here/run.php" "$@"
