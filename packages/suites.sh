#!/usr/bin/env bash
# packages/suites.sh run PACKAGE VERSION   runs tests of a framework, unmodified, twice: over its own driver, and over this package's.
# Fails if a result differs and is not listed. "get" in the place of "run" only gets what that needs, and prints where the tests are.
# packages/PACKAGE/suites has
#   list           the tests, below the folder "tests" of the framework, or here if there is one; those that a version does not have are left out
#   source         Debian's package that has the tests, and its suite, if it is not that of the version
#   bootstrap.php  what these tests need; REDISLOCK_DRIVER chooses the driver
#   differences    what differs: lines of "diff", with the reason behind a #; those of tests that a version lacks do not count
# Debian's sources have the tests, and its packages PHPUnit. They stay, by setup/debian.sh. REDISLOCK_SO is the extension.
set -euo pipefail
cd "$(dirname "$0")/.."
. setup/debian.sh

# sources FOLDER PACKAGE=VERSION SUITES
sources() {
  local apt=$1/apt options
  apt_of "$apt" deb-src "$3"
  (cd "$1" && apt-get "${options[@]}" source -qq --download-only "$2" >&2 && mkdir root && tar -xf ./*.orig.tar.[gx]z -C root --strip-components=1) || fail "Debian $3: cannot get the source of $2"
  rm -rf "$apt" "$1"/*.orig.tar.*
  : >"$1/complete" && chmod +x "$1/complete"
}

# phpunit FOLDER
phpunit() {
  debian "$1" all "sid trixie" phpunit/trixie php-mockery
  find "$1/root/usr/share/php" -iname '*autoload*.php' -exec sed -i "s#'/usr/share/php/#'#g" {} +
  : >"$1/complete" && chmod +x "$1/complete"
}
fetched() { :; }

package=$2 version=$3
REDISLOCK_FRAMEWORK=$(packages/fetch.sh "$package" "$version")
suites=$(awk -v version="$version" '$1 == version { gsub(",", " ", $3); print $3 }' "packages/$package/versions")
source=$(head -n 1 <(grep -m 1 "^$(awk -v version="$version" '$1 == version { sub("/.*", "", $4); print $4 }' "packages/$package/versions")=" "$REDISLOCK_FRAMEWORK/packages"))
[ ! -e "packages/$package/suites/source" ] || read -r source suites <"packages/$package/suites/source"
kept "sources/${source//[:=+]/-}" complete sources "$source" "$suites"
REDISLOCK_SUITES=$final/root
kept phpunit-11 complete phpunit
REDISLOCK_PHPUNIT=$final
export REDISLOCK_FRAMEWORK REDISLOCK_SUITES REDISLOCK_PHPUNIT
[ "$1" = run ] || { printf '%s' "$REDISLOCK_SUITES"; exit; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export APP_FOLDER=$scratch/app REDIS_HOST=127.0.0.1 REDIS_PORT
extensions=()
for extension in ctype dom iconv igbinary pdo pdo_sqlite posix redis tokenizer; do
  "${PHP:-php}" -n -m | grep -qix "$extension" || extensions+=(-d "extension=$extension")
done
folder=$REDISLOCK_SUITES/tests
[ ! -e "packages/$package/suites/tests" ] || folder=$PWD/packages/$package/suites/tests
mapfile -t tests < <(cd "$folder" && ls $(cat "$OLDPWD/packages/$package/suites/list") 2>/dev/null)

# over DRIVER  prints a line for each test. Ends with the server.
over() {
  local server test
  REDIS_PORT=$("${PHP:-php}" -n -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo strrchr(stream_socket_get_name($s, false), ":");' | tr -d :)
  redis-server --port "$REDIS_PORT" --save '' --dir "$scratch" >/dev/null &
  server=$!
  until redis-cli -p "$REDIS_PORT" ping >/dev/null 2>&1; do sleep 0.05; done
  for test in "${tests[@]}"; do
    REDISLOCK_DRIVER=$1 "${PHP:-php}" -n "${extensions[@]}" -d extension="$REDISLOCK_SO" packages/phpunit.php --no-configuration --do-not-cache-result --no-progress --no-output \
      --bootstrap "packages/$package/suites/bootstrap.php" --log-teamcity "$scratch/log" "$folder/$test" >"$scratch/output" 2>&1 || true
    [ -s "$scratch/log" ] || cat "$scratch/output" >&2
    awk -F "'" -v class="$(basename "$test" .php)" '
      /^##teamcity\[testFailed/ { result[$2] = "failed" } /^##teamcity\[testIgnored/ { result[$2] = "skipped" }
      /^##teamcity\[testFinished/ { print class "::" $2, ($2 in result) ? result[$2] : "passed" }' "$scratch/log"
    rm -f "$scratch/log"
  done
  kill $server
  wait $server || true
}
over "redis" >"$scratch/own"
over "redislock" >"$scratch/ours"
for driver in own ours; do
  printf '%s: %s\n' "$driver" "$(awk '{ n[$NF]++ } END { printf "%d passed, %d failed, %d skipped", n["passed"], n["failed"], n["skipped"] }' "$scratch/$driver")"
done
grep -v ' passed$' "$scratch/ours" || true
# Of the differences that are listed, those of a test that ran.
expected=$(sed 's/ *#.*//' "packages/$package/suites/differences" | while read -r sign test result; do ! grep -q "^$test " "$scratch/own" || echo "$sign $test $result"; done | sort)
[ -s "$scratch/own" ] && diff <(printf '%s' "$expected") <(printf '%s' "$(diff "$scratch/own" "$scratch/ours" | grep '^[<>]' | sort)")
