#!/usr/bin/env bash
# fresh.sh [SUITE...]   What the README tells a user to run, in bare Debian systems made for it: ./build.sh test fresh
# The first suite as root, the next as an ordinary user with sudo, and so on. Each has a package that looks like libclang
# and is none. Needs root, debootstrap (installed if it can be), a toolchain of rustup's, and a mirror of Debian.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  printf 'fresh.sh: %s\n' "$1" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail 'this needs root: debootstrap and chroot do'
rust=$(rustc --print sysroot 2>/dev/null) && [ "$rust" != /usr ] || fail "there is no Rust of rustup's in root's PATH"
command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends debootstrap debian-archive-keyring; } >/dev/null \
  || fail 'please install debootstrap'
suites=("$@")
[ $# -gt 0 ] || suites=(bookworm trixie)
mirror=$(sed -n 's#^URIs: *\(http[^ ]*/debian\)/*$#\1#p; s#^deb \(\[.*\] \)\{0,1\}\(http[^ ]*/debian\)/* .*#\2#p' \
  /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1 || true)

folder=$(mktemp -d "${TMPDIR:-/var/tmp}/redislock-fresh.XXXXXX")
trap 'rm -rf --one-file-system "$folder"' EXIT
passed=0 failed=0

# make_root SUITE ROOT  with what this machine needs to reach the network
make_root() {
  debootstrap --variant=minbase --include=ca-certificates,sudo "$1" "$2" "${mirror:-http://deb.debian.org/debian}"
  apt-config dump Acquire >"$2/etc/apt/apt.conf.d/99machine"
  cp -L /etc/resolv.conf "$2/etc/resolv.conf"
  cp /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/"
  mkdir "$2/opt/rust"
  chroot "$2" useradd -m -s /bin/bash joe
  echo 'joe ALL=(ALL) NOPASSWD:ALL' >"$2/etc/sudoers.d/joe"
}

# inside ROOT USER COMMAND  in its own processes and mounts, with this machine's Rust, and no setting but that of a proxy
inside() {
  local root=$1 user=$2 home
  home=$(awk -F: -v user="$user" '$1 == user { print $6 }' "$root/etc/passwd")
  unshare --mount --pid --fork --kill-child bash -c '
    set -e
    root=$1 rust=$2
    shift 2
    mount --bind "$rust" "$root/opt/rust"
    mount -o remount,bind,ro "$root/opt/rust"
    mount --rbind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    exec chroot "$root" "$@"' - "$root" "$rust" \
    env -i HOME="$home" USER="$user" LANG=C.UTF-8 PATH=/opt/rust/bin:/usr/local/bin:/usr/bin:/bin \
    http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" \
    setpriv --reuid="$user" --regid="$user" --init-groups bash -c "cd && $3" </dev/null
}

# step NAME COMMAND...
step() {
  local name=$1 start=$SECONDS result=ok
  shift
  printf '%s, %s: %s: ' "$suite" "$user" "$name"
  if "$@" >"$folder/log" 2>&1; then
    passed=$((passed + 1))
  else
    result=FAILED failed=$((failed + 1))
    echo
    tail -n 40 "$folder/log"
  fi
  echo "$result, $((SECONDS - start)) s"
  [ $result = ok ]
}

user=joe
for suite in "${suites[@]}"; do
  root=$folder/$suite
  if [ $user = joe ]; then user=root like='^libclang-cpp[0-9]+$'; else user=joe like='^libclang1-[0-9]+$'; fi
  step 'a bare system' make_root "$suite" "$root" || continue
  step 'what looks like libclang' inside "$root" root "PATH=\$PATH:/usr/sbin:/sbin; apt-get update -qq && apt-get install -y -qq --no-install-recommends \$(apt-cache search -n '$like' | cut -d ' ' -f 1 | sort -V | tail -n 1)" || true
  home=$root/home/joe
  [ $user = joe ] || home=$root/root
  mkdir "$home/redislock"
  git -c safe.directory='*' archive HEAD | tar -x -C "$home/redislock"
  chroot "$root" chown -R $user: "${home#"$root"}/redislock"
  # Every one of them has to work, and each needs the one before it.
  step './build.sh' inside "$root" $user 'umask 077; cd redislock && ./build.sh' \
    && step './build.sh demo' inside "$root" $user 'cd redislock && ./build.sh demo' \
    && step 'PHP-FPM' inside "$root" root 'PATH=$PATH:/usr/sbin:/sbin DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends php-fpm' \
    && step './build.sh install' inside "$root" $user 'umask 077; cd redislock && ./build.sh install && /usr/sbin/php-fpm[0-9]* -m | grep -qx redislock' \
    && step './build.sh uninstall' inside "$root" $user 'cd redislock && ./build.sh uninstall && ! php -m | grep -i redislock' \
    || true
  rm -rf --one-file-system "$root"
done
echo "fresh: $passed passed, $failed failed"
[ "$failed" = 0 ]
