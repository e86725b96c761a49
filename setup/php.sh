# Which PHP it is for, and what belongs to it. Read by build.sh.

PHP_LEAST=8.2
export PHP=${PHP:-php}
PHP_VERSION=

php_says() { "$PHP" -n -r "echo $1;" 2>/dev/null; }

# Says what is wrong with a chosen PHP, before anything is installed. If there is no php at all, it is installed.
check_php() {
  if ! has "$PHP"; then
    [ "$PHP" = php ] || fail "there is no $PHP"
  elif ! PHP_VERSION=$(php_says PHP_VERSION); then
    fail "$PHP does not run: $("$PHP" -n -v 2>&1 | tail -n 1)"
  elif ! not_older "$PHP_VERSION" "$PHP_LEAST"; then
    fail "$PHP is PHP $PHP_VERSION, RedisLock needs $PHP_LEAST or later; PHP=PATH chooses another"
  fi
  [ -z "${PHP_CONFIG:-}" ] || has "$PHP_CONFIG" || fail "there is no $PHP_CONFIG"
}

# php_package NAME  Debian's package of that name for this PHP; nothing where this PHP is none of Debian's.
php_package() {
  local binary
  has "$PHP" && has apt-get || { echo "php-$1"; return; }
  binary=$(readlink -f "$(command -v "$PHP")")
  [[ ! $binary =~ ^"$usr"/bin/php[0-9]+\.[0-9]+$ ]] || echo "${binary##*/}-$1"
}

# The php-config of this PHP: named as PHP is (php8.4 and php-config8.4), beside it or beside what it links to.
find_php_config() {
  local php candidate
  php=$(command -v "$PHP") || return 1
  for candidate in "$php" "$(readlink -f "$php")"; do
    candidate=${candidate%/*}/php-config${candidate##*/php}
    [ "$("$candidate" --version 2>/dev/null)" != "$PHP_VERSION" ] || { echo "$candidate"; return; }
  done
  candidate=$(command -v php-config) && [ "$("$candidate" --version)" = "$PHP_VERSION" ] && echo "$candidate"
}

# What PHP compares before it loads an extension ("API20220829,NTS"): as it says itself, and as its headers have it.
build_of_php() { "$PHP" -n -i | sed -n 's/^PHP Extension Build => //p'; }
build_of_headers() {
  compile headers $("$PHP_CONFIG" --includes) <<'C' && "$scratch/headers"
#include <php.h>
#include <zend_modules.h>
int main(void) { return puts(ZEND_MODULE_BUILD_ID) < 0; }
C
}
