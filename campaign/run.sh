#!/usr/bin/env bash
# Runs the campaign. Called by ./build.sh campaign, which has built the extension: run.sh [--kind K] [--seconds S] [--seed N | --seeds A-B] [--out FOLDER] [--class C] [--plan]
set -euo pipefail
exec "$PHP" -n -d extension="$REDISLOCK_SO" "$(dirname "$0")/run.php" "$@"
