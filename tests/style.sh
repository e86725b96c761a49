# The style and the types of the packages' code. Read by run.sh, whose functions it uses.
# A package with .php-cs-fixer.dist.php is checked for style, one with mago.toml for types, over the last version of its framework.

style() {
  fetched "the style of the packages" packages/tools.sh php-cs-fixer >"$logs/fixer" || return 0
  suite "the packages' style" styles "$(cat "$logs/fixer")"
}

# styles FIXER
styles() {
  local configuration good=0 bad=0
  for configuration in packages/*/.php-cs-fixer.dist.php; do
    if "$PHP" "$1" check --config "$configuration" --diff --quiet; then good=$((good + 1)); continue; fi
    "$PHP" "$1" check --config "$configuration" --diff
    bad=$((bad + 1))
    echo "$configuration" >>"$here/failures"
  done
  result $good $bad
}

types() {
  fetched "the types of the packages" packages/tools.sh mago >"$logs/mago" || return 0
  local configuration package version folder
  for configuration in packages/*/mago.toml; do
    package=$(basename "$(dirname "$configuration")")
    version=$(awk '!/^#/ { version = $1 } END { print version }' "packages/$package/versions")
    fetched "the types of packages/$package" packages/fetch.sh "$package" "$version" >"$logs/folder" || continue
    suite "types of packages/$package" check types_of "$(cat "$logs/mago")" "$package" "$(cat "$logs/folder")"
  done
}

# types_of MAGO PACKAGE FRAMEWORK
types_of() {
  mkdir "$here/code"
  cp -r stubs "packages/$2" "$here/code"
  ln -s "$3/root/usr/share/php" "$here/code/framework"
  "$1" --workspace "$here/code" --config "packages/$2/mago.toml" analyze --minimum-fail-level error --reporting-format short
  local status=$?
  rm -rf "$here/code"
  return $status
}
