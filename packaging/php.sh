#!/usr/bin/env bash
# packaging/php.sh 8.2|8.3|8.4|8.5 debian|nts|zts [release|debug]   gets a PHP; prints its folder, which has bin/php and bin/php-config.
# "debian" is Debian's, unpacked: what packages are made for. Its bin/php is a script, which one test cannot bear (it preloads a library).
# The others are for the matrix, built from Debian's source package: nobody packages them all. It stays in the cache that
# server-tests/fetch.sh uses. Where it cannot be had, the last line on standard error says why.
set -euo pipefail
. "$(dirname "$0")/../setup/debian.sh"

case ${1:-} in
  8.2) suites=bookworm ;;
  8.3) fail 'no release of Debian has PHP 8.3; what PyPI has of it is static, without headers' ;;
  8.4) suites=trixie ;;
  8.5) suites="sid experimental" ;;
  *) fail 'php.sh 8.2|8.3|8.4|8.5 debian|nts|zts [release|debug]' ;;
esac
version=$1 threads=${2:-nts} kind=${3:-release}
fetched() { "$1/bin/php" -n -v >&2; }

# As Debian's packages have it, with its php-config saying where it is now.
unpacked() {
  debian "$1" any "$suites" "php$version-cli" "php$version-fpm" "php$version-dev"
  mkdir "$1/bin"
  program "$1/bin/php" "$1/root" "/usr/bin/php$version"
  program "$1/bin/php-fpm$version" "$1/root" "/usr/sbin/php-fpm$version"
  sed "s#^prefix=.*#prefix='$final/root/usr'#" "$1/root/usr/bin/php-config$version" >"$1/bin/php-config"
  chmod 755 "$1/bin/php-config"
  # Manuals, locales, compilers and the like: what php-dev depends on is on this machine already.
  rm -rf "$1"/root/usr/share "$1"/root/usr/lib/gcc* "$1"/root/usr/lib/x86_64-linux-gnu/perl*
}

# From the sources that Debian has as PHP's own, without its patches.
built() {
  local apt=$1/apt source options flags=(--prefix="$final" --disable-all --enable-cli --enable-fpm --enable-embed --enable-pcntl --enable-posix)
  [ "$threads" != zts ] || flags+=(--enable-zts)
  [ "$kind" = release ] || flags+=(--enable-debug)
  apt_of "$apt" deb-src "$suites"
  mkdir "$1/source"
  (cd "$1/source" && apt-get "${options[@]}" source -qq --download-only "php$version" >&2) || fail "Debian $suites: cannot get the source of php$version"
  tar -xf "$1"/source/*.orig.tar.[gx]z -C "$1/source" --strip-components 1
  (cd "$1/source" && ./configure "${flags[@]}" CFLAGS=-O1 && make -j"$(nproc)" && make install INSTALL_ROOT="$1/installed") >"$1/log" 2>&1 \
    || fail "PHP $version $threads $kind does not build: $(grep -m 1 -i error "$1/log")"
  mv "$1/installed$final"/* "$1"
  rm -rf "$1/source" "$1/installed" "$apt"
}

how=built
[ "$threads" != debian ] || how=unpacked
final=$cache/php-$version-$threads-$kind
kept "php-$version-$threads-$kind" bin/php "$how"
printf '%s\n' "$final"
