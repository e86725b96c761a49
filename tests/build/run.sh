#!/usr/bin/env bash
# Tests build.sh on fake machines: each case has a PATH of its own with faked commands, and only those of this machine's
# commands that fakes.sh links into it. Takes seconds, needs neither root nor a network. tests/build/run.sh [CASE...]
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/build/fakes.sh
for file in tests/build/cases/*.sh; do . "$file"; done

temp=$(mktemp -d)
trap 'chmod -R u+w "$temp"; rm -rf "$temp"' EXIT
make_libclangs
make_tools
new_machine
cp -a "$machine" "$temp/template"

passed=0 failed=0
cases=("$@")
[ $# -gt 0 ] || mapfile -t cases < <(compgen -A function | grep '^test_')
for case in "${cases[@]}"; do
  case=test_${case#test_} faults=()
  chmod -R u+w "$machine" && rm -rf "$machine" && cp -a "$temp/template" "$machine"
  "$case"
  if [ ${#faults[@]} = 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n' "${case#test_}"
    printf '  %s\n' "${faults[@]}" 'it said:'
    sed 's/^/    /' "$machine/said"
  fi
done
echo "build.sh: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
