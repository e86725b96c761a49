#!/usr/bin/env bash
# ./build.sh release --names NAME=VALUE...   writes a name of packaging/publisher into every committed file in place of the present one.
# Without arguments it shows the names.
set -euo pipefail
cd "$(dirname "$0")/.."
. setup/say.sh
. packaging/names.sh

for argument in "$@"; do
  name=${argument%%=*} value=${argument#*=}
  # What may stand unquoted in TOML, JSON, YAML and Markdown alike.
  [[ $argument == *=* && $value =~ ^[A-Za-z0-9@:/._+-]+$ ]] || fail "release --names takes NAME=VALUE with a value such as https://example.org, not \"$argument\""
  before=$(publisher "$name")
  [ -n "$before" ] || fail "packaging/publisher has no \"$name\": its names are $(cut -d = -f 1 packaging/publisher | paste -sd ' ')"
  git grep -lzF -e "$before" | xargs -0 perl -pi -e 'BEGIN { $before = shift; $value = shift } s/\Q$before\E/$value/g' "$before" "$value"
done
cat packaging/publisher
