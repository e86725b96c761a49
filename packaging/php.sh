#!/usr/bin/env bash
# packaging/php.sh 8.2|8.3|8.4|8.5|8.6 debian|arm64|nts|zts [release|debug]   gets a PHP; prints its folder, which has bin/php and bin/php-config.
# "debian" is Debian's, unpacked: what packages are made for. Its bin/php is a script, which one test cannot bear (it preloads a library).
# "arm64" is Debian's for such processors, run by qemu-user's emulator. The others are for the matrix, built from a distribution's sources, because no distribution packages them all. It stays in the cache that
# server-tests/fetch.sh uses. Where it cannot be had, the last line on standard error says why.
set -euo pipefail
. "$(dirname "$0")/../setup/debian.sh"

case ${1:-} in
  8.2) suites=bookworm ;;
  8.3) suites= ;; # no release of Debian has it
  8.4) suites=trixie ;;
  8.5) suites="sid experimental" ;;
  8.6) suites="sid experimental" ;;
  *) fail 'php.sh 8.2|8.3|8.4|8.5|8.6 debian|arm64|nts|zts [release|debug]' ;;
esac
version=$1 threads=${2:-nts} kind=${3:-release}
fetched() { "$1/bin/php" -n -v >&2; }

# As Debian's packages have it, with its php-config saying where it is now.
unpacked() {
  [ -n "$suites" ] || fail "no release of Debian has PHP $version: a package for it is made with \"nts\""
  debian "$1" any "$suites" "php$version-cli" "php$version-fpm" "php$version-dev"
  mkdir "$1/bin"
  program "$1/bin/php" "$1/root" "/usr/bin/php$version" "$emulator"
  program "$1/bin/php-fpm$version" "$1/root" "/usr/sbin/php-fpm$version" "$emulator"
  sed "s#^prefix=.*#prefix='$final/root/usr'#" "$1/root/usr/bin/php-config$version" >"$1/bin/php-config"
  chmod 755 "$1/bin/php-config"
  # Manuals, locales, compilers and the like: what php-dev depends on is on this machine already.
  rm -rf "$1"/root/usr/share "$1"/root/usr/lib/gcc* "$1"/root/usr/lib/*-linux-gnu/perl*
}

# PHP's own sources, without a distribution's patches: those of Debian's releases; what none of them has, Ubuntu's have.
source_of_php() {
  local apt=$1/apt options file sum
  case $version in
    8.3) file=php8.3_8.3.6.orig.tar.xz sum=6e6b83bfc43b03b16a6a6f2d4a5515965e408f801501e97f9d0a23496386f101 ;;
    8.5) file=php8.5_8.5.4.orig.tar.xz sum=c1569f1f543f6b025c583cdc0e730e5c5833c603618613f1aa8e75d1524b8c91 ;;
    *)
      apt_of "$apt" deb-src "$suites"
      (cd "$1/source" && apt-get "${options[@]}" source -qq --download-only "php$version" >&2) || fail "Debian $suites: cannot get the source of php$version"
      rm -rf "$apt"
      return
      ;;
  esac
  /usr/lib/apt/apt-helper download-file "http://archive.ubuntu.com/ubuntu/pool/main/p/php$version/$file" "$1/source/$file" "SHA256:$sum" >&2 \
    || fail "no release of Debian has PHP $version, and Ubuntu's $file cannot be had"
}

built() {
  local flags=(--prefix="$final" --disable-all --disable-cgi --disable-phpdbg --enable-cli --enable-fpm --enable-pcntl --enable-posix)
  [ "$threads" != zts ] || flags+=(--enable-zts --enable-embed)
  [ "$kind" = release ] || flags+=(--enable-debug)
  mkdir "$1/source"
  source_of_php "$1"
  tar -xf "$1"/source/*.orig.tar.[gx]z -C "$1/source" --strip-components 1
  (cd "$1/source" && ./configure "${flags[@]}" CFLAGS=-O1 && make -j"$(nproc)" && make install INSTALL_ROOT="$1/installed") >"$1/log" 2>&1 \
    || fail "PHP $version $threads $kind does not build: $(grep -m 1 -i error "$1/log")"
  mv "$1/installed$final"/* "$1"
  rm -rf "$1/source" "$1/installed"
}

how=built emulator=
case $threads in
  arm64)
    emulator=qemu-aarch64 architecture=arm64
    command -v $emulator >/dev/null || fail "there is no $emulator to run it with: please install qemu-user"
    ;;&
  debian | arm64) how=unpacked ;;
esac
final=$cache/php-$version-$threads-$kind
kept "php-$version-$threads-$kind" bin/php "$how"
printf '%s\n' "$final"
