#!/usr/bin/env bash
# ./build.sh docs   makes the site of the documentation in dist/site, by mdBook, and follows its links. packaging/site/SUMMARY.md has its pages.
set -euo pipefail
cd "$(dirname "$0")/.."
. setup/say.sh
. packaging/names.sh

# Kept, because compiling it takes minutes.
MDBOOK=0.5.4
mdbook() {
  local kept=${REDISLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/redislock}/mdbook-$MDBOOK
  [ -x "$kept/bin/mdbook" ] || cargo install --quiet --locked --root "$kept" "mdbook@$MDBOOK" >&2 || fail "there is no mdBook $MDBOOK, and cargo cannot install it, see above"
  "$kept/bin/mdbook" "$@"
}

has "${PHP:=php}" || fail "there is no $PHP"
site=$(publisher site)
book=$(mktemp -d)
trap 'rm -rf "$book"' EXIT
"$PHP" -n packaging/site/assemble.php "$book/src" "$(publisher repository)"
cp packaging/site/book.toml packaging/site/style.css "$book"
# Where the site is, for the page "404".
path=/${site#https://*/}
[ "$path" != "/$site" ] || path=/
mdbook build "$book"
sed -i 's/<html lang="en"/<html lang="zh-CN"/' "$book/html/README.zh-CN.html"
sed -i "s#<base href=\"/\">#<base href=\"${path%/}/\">#" "$book/html/404.html"
"$PHP" -n packaging/site/check.php "$book/html"
rm -rf dist/site
mkdir -p dist
mv "$book/html" dist/site
echo "Made dist/site"
