#!/usr/bin/env bash
# packages/fetch.sh PACKAGE VERSION   gets a framework for a package's tests; prints its folder. packages/PACKAGE/versions
# says what there is. Debian's packages are only unpacked. In the folder:
#   autoload.php   loads all that was unpacked, and polyfills of extensions that this PHP may not have loaded
#   version        of the framework
# It stays, by setup/debian.sh. Where it cannot be had, the last line on standard error says why.
set -euo pipefail
cd "$(dirname "$0")/.."
. setup/debian.sh

row=$(awk -v version="${2:-}" '$1 == version' "packages/${1:-}/versions" 2>/dev/null) || fail "fetch.sh PACKAGE VERSION"
read -r version _ suites packages <<<"$row"
[ -n "$packages" ] || fail "packages/$1/versions has no $2"

# What another row gets, or another version of this script, is another folder.
final=$cache/frameworks/$1-$version-$(cat packages/fetch.sh - <<<"$row" | cksum | cut -d ' ' -f 1)
if [ ! -e "$final" ]; then
  new_beside "$final"
  debian "$new" all "${suites//,/ }" $packages php-symfony-polyfill-{ctype,iconv,mbstring,intl-grapheme,intl-normalizer}
  # Laravel 13 reads defaults there, and Debian's package has none.
  mkdir -p "$new/root/usr/share/config"
  # Some require others by where they would be installed.
  find "$new/root/usr/share/php" -name '*autoload*.php' -exec sed -i "s#'/usr/share/php/#'#g" {} +
  {
    cat <<'PHP'
<?php

namespace Composer {
    // Which frameworks ask. Composer has installed nothing of this.
    if (!class_exists(InstalledVersions::class)) {
        final class InstalledVersions
        {
            public static function isInstalled(string $package, bool $includeDev = true): bool
            {
                return false;
            }

            public static function getVersion(string $package): ?string
            {
                return null;
            }
        }
    }
}

namespace {
    set_include_path(__DIR__ . '/root/usr/share/php');
PHP
    (cd "$new" && find root/usr/share/php -name autoload.php | sort) | sed "s#.*#    require_once __DIR__ . '/&';#"
    echo '}'
  } >"$new/autoload.php"
  name=${packages%% *}
  sed -n "s/^${name%/*}=\([0-9]*:\)\{0,1\}\([0-9.]*\).*/\2/p" "$new/packages" >"$new/version"
  complete "$final"
fi
printf '%s\n' "$final"
