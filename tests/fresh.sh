#!/usr/bin/env bash
# fresh.sh [SUITE...]   runs the README's commands in new, bare systems of Debian and Ubuntu: ./build.sh test fresh
# The first suite runs as root, the next as an ordinary user with sudo, and so on. Each has a package with a name similar to
# libclang's. Needs root, debootstrap (installed if possible), a toolchain of rustup, and a mirror of Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/bare.sh

need_roots
suites=("$@")
[ $# -gt 0 ] || suites=(bookworm trixie)

user=joe
for suite in "${suites[@]}"; do
  root=$folder/$suite
  if [ $user = joe ]; then user=root like='^libclang-cpp[0-9]+$'; else user=joe like='^libclang1-[0-9]+$'; fi
  step 'a bare system' make_root "$suite" "$root" || continue
  step 'a package similar to libclang' inside "$root" root "PATH=\$PATH:/usr/sbin:/sbin; apt-get update -qq && apt-get install -y -qq --no-install-recommends \$(apt-cache search -n '$like' | cut -d ' ' -f 1 | sort -V | tail -n 1)" || true
  home=$root/home/joe
  [ $user = joe ] || home=$root/root
  mkdir "$home/redislock"
  git -c safe.directory='*' archive HEAD | tar -x -C "$home/redislock"
  chroot "$root" chown -R $user: "${home#"$root"}/redislock"
  # Each step must succeed, and needs the step before it.
  step './build.sh' inside "$root" $user 'umask 077; cd redislock && ./build.sh' \
    && step './build.sh demo' inside "$root" $user 'cd redislock && ./build.sh demo' \
    && step 'PHP-FPM' inside "$root" root 'PATH=$PATH:/usr/sbin:/sbin DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends php-fpm' \
    && step './build.sh install' inside "$root" $user 'umask 077; cd redislock && ./build.sh install && /usr/sbin/php-fpm[0-9]* -m | grep -qx redislock' \
    && step './build.sh uninstall' inside "$root" $user 'cd redislock && ./build.sh uninstall && ! php -m | grep -i redislock' \
    || true
  rm -rf --one-file-system "$root"
done
summary fresh
