#!/usr/bin/env bash
# server-tests/loops/fetch.sh   gets Revolt's event loop from Debian; prints the folder of its classes. It stays, by
# setup/debian.sh. Where it cannot be had, the last line on standard error says why.
set -euo pipefail
cd "$(dirname "$0")/../.."
. setup/debian.sh

final=$cache/revolt
if [ ! -e "$final" ]; then
  new_beside "$final"
  debian "$new" all sid php-revolt-event-loop
  complete "$final"
fi
printf '%s\n' "$final/root/usr/share/php/Revolt"
