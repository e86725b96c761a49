# Runs the packages' tests over every available version of their frameworks. Read by run.sh, whose functions it uses.
# packages/NAME/tests/*.phpt find their framework in the folder $REDISLOCK_FRAMEWORK, which packages/fetch.sh has fetched.

frameworks() {
  local versions name
  for versions in packages/*/versions; do
    name=${versions%/versions}
    of_package "${name#*/}" "$name/tests"
  done
}

# of_package NAME PATH
of_package() {
  local version least folder
  [ -e "packages/$1/versions" ] || { echo "$2 has no tests" >&2; exit 2; }
  while read -r -u 3 version least _; do
    if ! "$PHP" -n -r 'exit((int) version_compare(PHP_VERSION, $argv[1], "<"));' "$least"; then
      skip_reasons+=("NOT TESTED: ${1^} $version (needs PHP $least, this is $("$PHP" -n -r 'echo PHP_VERSION;'))")
    elif fetched "${1^} $version" packages/fetch.sh "$1" "$version" >"$logs/folder"; then
      folder=$(cat "$logs/folder")
      suite "${1^} $(cat "$folder/version")" with_framework "$folder" "$2"
    fi
  done 3< <(grep -v '^#' "packages/$1/versions")
}

# own_suites  runs the frameworks' own tests of locks over both drivers.
own_suites() {
  local name version least
  for name in packages/*/suites; do
    name=${name%/suites} name=${name#packages/}
    while read -r -u 3 version least _; do
      "$PHP" -n -r 'exit((int) version_compare(PHP_VERSION, $argv[1], "<"));' "$least" || continue # of_package names it
      if fetched "${name^} $version's own tests" packages/suites.sh get "$name" "$version" >"$logs/folder"; then
        suite "${name^} $version's own tests, over its driver and over ours" check packages/suites.sh run "$name" "$version"
      fi
    done 3< <(grep -v '^#' "packages/$name/versions")
  done
}

with_framework() {
  export REDISLOCK_FRAMEWORK=$1
  php_suite -j"$(nproc)" "$2"
}
