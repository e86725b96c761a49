# Makes bare systems of Debian and Ubuntu, runs a user's commands in them, and counts the results. Read by fresh.sh and packages.sh.

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit 1
}

passed=0 failed=0

# need_roots  checks the needs of make_root and inside, and makes a $folder for the roots
need_roots() {
  [ "$(id -u)" = 0 ] || fail 'this needs root: debootstrap and chroot do'
  command -v ip >/dev/null || fail 'please install iproute2'
  rust=$(rustc --print sysroot 2>/dev/null) && [ "$rust" != /usr ] || fail "there is no Rust of rustup's in root's PATH"
  command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends debootstrap debian-archive-keyring; } >/dev/null \
    || fail 'please install debootstrap'
  mirror=$(sed -n 's#^URIs: *\(http[^ ]*/debian\)/*$#\1#p; s#^deb \(\[.*\] \)\{0,1\}\(http[^ ]*/debian\)/* .*#\2#p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1 || true)
  folder=$(mktemp -d "${TMPDIR:-/var/tmp}/redislock-bare.XXXXXX")
  trap 'rm -rf --one-file-system "$folder"' EXIT
}

# make_root SUITE ROOT  makes a root with this machine's network settings. Debian 12 has neither Ubuntu's keys nor a script for 24.04 (noble).
make_root() {
  local flags=() from=("${mirror:-http://deb.debian.org/debian}")
  if [ "$1" = noble ]; then
    flags=(--no-check-gpg --components=main,universe) from=(http://archive.ubuntu.com/ubuntu /usr/share/debootstrap/scripts/jammy)
  fi
  debootstrap --variant=minbase --include=ca-certificates,sudo "${flags[@]}" "$1" "$2" "${from[@]}"
  apt-config dump Acquire >"$2/etc/apt/apt.conf.d/99machine"
  cp -L /etc/resolv.conf "$2/etc/resolv.conf"
  cp /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/"
  mkdir "$2/opt/rust"
  chroot "$2" useradd -m -s /bin/bash joe
  echo 'joe ALL=(ALL) NOPASSWD:ALL' >"$2/etc/sudoers.d/joe"
}

# inside ROOT USER COMMAND  runs a command in its own processes and mounts, with this machine's Rust and proxy settings alone.
# $network: --net for a network namespace without a connection
network=()
inside() {
  local root=$1 user=$2 home
  home=$(awk -F: -v user="$user" '$1 == user { print $6 }' "$root/etc/passwd")
  unshare --mount --pid --fork --kill-child "${network[@]}" bash -c '
    set -e
    ip link set lo up # in a network namespace of its own it is down
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

# step NAME COMMAND...  runs a step, counts it, and prints its result
step() {
  local name=$1 start result=ok
  start=$(date +%s%N)
  shift
  printf '%s, %s: %s: ' "$suite" "$user" "$name"
  if "$@" >"$folder/log" 2>&1; then
    passed=$((passed + 1))
  else
    result=FAILED failed=$((failed + 1))
    echo
    tail -n 40 "$folder/log"
  fi
  echo "$result, $((($(date +%s%N) - start) / 100000000))" | sed 's/\([0-9]\)$/.\1 s/; s/, \./, 0./'
  [ $result = ok ]
}

# summary NAME  prints the counts; returns 1 if a step failed
summary() {
  echo "$1: $passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" != 0 ]
}
