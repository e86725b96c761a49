# What a step needs: how to see whether it is there, and the Debian package that brings it. Read by build.sh.
# Every check asks for the very thing that is used: loads it, compiles it, runs it. Its last line says what is wrong.

# compile NAME FLAGS...  a C program from standard input to $scratch/NAME
compile() { cc -x c -o "$scratch/$1" - "${@:2}"; }

has_cc() {
  compile cc <<<$'#include <stdio.h>\nint main(void) { return puts("") < 0; }' && "$scratch/cc"
}
has_php() { "$PHP" -n -v; }
has_php_headers() {
  has "$PHP" || { echo "there is no $PHP"; return 1; }
  PHP_VERSION=$(php_says PHP_VERSION)
  if [ -n "${PHP_CONFIG:-}" ]; then
    PHP_CONFIG=$(command -v "$PHP_CONFIG")
  else
    PHP_CONFIG=$(find_php_config) || { echo "there is no php-config of PHP $PHP_VERSION beside $PHP; PHP_CONFIG=PATH says where it is"; return 1; }
  fi
  has_cc || return
  local of_php of_headers
  of_php=$(build_of_php)
  of_headers=$(build_of_headers) || { echo "the headers that $PHP_CONFIG names do not compile"; return 1; }
  [ "$of_php" = "$of_headers" ] || { echo "$PHP is $of_php, but $PHP_CONFIG is for $of_headers: PHP and PHP_CONFIG choose a pair"; return 2; }
}
libclangs() {
  local folders=("$usr"/local/llvm*/lib "$usr"/local/lib* "$usr"/lib/llvm*/lib "$usr"/lib*/llvm*/lib* "$usr"/lib* "$usr"/lib/*-linux-*)
  [ -z "${LIBCLANG_PATH:-}" ] || folders=("$LIBCLANG_PATH")
  has llvm-config && [ -z "${LIBCLANG_PATH:-}" ] && folders+=("$(llvm-config --libdir)")
  find -H "${folders[@]}" -maxdepth 1 \( -name 'libclang.so*' -o -name 'libclang-[0-9]*.so*' \) 2>/dev/null | sort -rVu
}
# The first that works becomes LIBCLANG_PATH, so that bindgen takes no other.
has_libclang() {
  has_cc && compile libclang -ldl <setup/libclang.c || return
  local file
  while read -r file; do
    if "$scratch/libclang" "$file"; then LIBCLANG_PATH=$file; return; fi
  done < <(libclangs)
  echo "there is no libclang that works${LIBCLANG_PATH:+ at LIBCLANG_PATH=$LIBCLANG_PATH}"
  [ -z "${LIBCLANG_PATH:-}" ] || return 2
  return 1
}
has_redis_server() { redis-server --version; }
has_openssl() { openssl version; }
has_fpm() { "${TEST_PHP_FPM:-php-fpm${PHP_VERSION%.*}}" -n -v || "$usr/sbin/php-fpm${PHP_VERSION%.*}" -n -v; }
has_phpredis() { "$PHP" -n -d extension=igbinary -d extension=redis -r 'new Redis;'; }
# Debian has it for its default PHP only. For another one run.sh names the tests that are left out.
has_phpredis_or_package() { has_phpredis || dpkg -s php-redis | grep -q '^Status: install ok installed'; }
has_dom() { "$PHP" -n -r 'new DOMDocument;' || "$PHP" -n -d extension=dom -r 'new DOMDocument;'; }
has_sqlite() { "$PHP" -n -r 'new PDO("sqlite::memory:");' || "$PHP" -n -d extension=pdo -d extension=pdo_sqlite -r 'new PDO("sqlite::memory:");'; }
has_python() { python3 -c 'import json'; }
has_redis_py() { "$usr/bin/python3" -c 'import redis'; }
has_pip() { python3 -m pip --version || "$usr/bin/python3" -m pip --version; }
has_valgrind() { valgrind --error-exitcode=1 true; }
has_hiredis() {
  compile hiredis -lhiredis <<<$'#include <hiredis/hiredis.h>\nint main(void) { return !redisReaderCreate(); }' && "$scratch/hiredis"
}

# need CHECK PACKAGE...  notes the packages when the check fails. A check that ends with 2 knows that none would help.
missing=() unmet=()
need() {
  local check=$1 status=0
  shift
  "$check" >"$scratch/why" 2>&1 || status=$?
  [ $status = 0 ] || {
    [ $status != 2 ] && [ $# -gt 0 -o ${#missing[@]} -gt 0 ] || fail "$(tail -n 1 "$scratch/why")"
    missing+=("$@")
    unmet+=("$check")
  }
}

# Installs what was noted: by apt on Debian and Ubuntu, elsewhere it names it and stops.
install_missing() {
  [ ${#unmet[@]} -gt 0 ] || return 0
  local packages="${missing[*]}" check version
  has apt-get || fail "please install what Debian calls: $packages"
  [ "$(id -u)" = 0 ] || has sudo || fail "this needs root, and there is no sudo; as root, run: apt-get install $packages"
  as_root apt-get update -qq >/dev/null || true # what cannot be had is seen next
  if [[ " $packages " = *' php-cli '* ]]; then
    version=$(apt-cache policy php-cli | sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([0-9.]*\).*/\2/p')
    [ -z "$version" ] || not_older "$version" "$PHP_LEAST" \
      || fail "this system's PHP is $version, RedisLock needs $PHP_LEAST or later: add packages.sury.org (Debian) or ppa:ondrej/php (Ubuntu) to apt, or choose another by PHP=PATH"
  fi
  echo "Installing: $packages"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null \
    || fail "could not install, see above (is there a network?): apt-get install $packages"
  for check in "${unmet[@]}"; do
    "$check" >"$scratch/why" 2>&1 || fail "$packages is installed, but $check still says: $(tail -n 1 "$scratch/why")"
  done
  missing=() unmet=()
}

# Rust is not installed by this: most want rustup's, and what Debian has is often too old.
check_rust() {
  local least tool version bin=${CARGO_HOME:-${HOME:-}/.cargo}/bin help
  least=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' Cargo.toml)
  help="please install Rust $least or later (https://rustup.rs), then run this again"
  [[ ":$PATH:" = *":$bin:"* ]] || [ ! -x "$bin/cargo" ] || help="Rust in $bin is not in PATH: run \". ${bin%/bin}/env\", then this again"
  for tool in cargo rustc; do
    if ! has $tool; then
      [ "$(id -u)" != 0 ] || [ -z "${SUDO_USER:-}" ] || help="sudo does not keep $SUDO_USER's PATH: run build.sh without sudo, it asks for root itself"
      fail "there is no $tool in PATH: $help"
    fi
    version=$($tool --version 2>"$scratch/why") || fail "$tool does not run: $(head -n 1 "$scratch/why")"
    version=${version#* } version=${version%%[ -]*}
    not_older "$version" "$least" || fail "$(command -v $tool) is $version, which is too old: $help"
  done
}

# All that nothing installed would help is said first.
need_build() {
  mkdir -p modules "$target" 2>/dev/null && [ -w modules ] && scratch=$(mktemp -d "$target/setup.XXXXXX" 2>/dev/null) \
    || fail "cannot write to $PWD: copy the project to a folder of your own, and run build.sh there"
  trap 'rm -rf "$scratch"' EXIT
  check_rust
  check_php
  need has_cc gcc libc6-dev
  need has_php php-cli
  need has_php_headers $(php_package dev)
  need has_libclang libclang-dev
}

# need_tests [fast|interleavings|loaded|servers|frameworks|valgrind|ci|all|PATH...]  Where PHP is none of Debian's, its own packages are not asked for: run.sh names what is left out.
need_tests() {
  local tool
  for tool in fmt clippy; do
    cargo $tool --version >/dev/null 2>&1 || fail "there is no cargo $tool: run \"rustup component add rustfmt clippy\" (Debian: rustfmt, rust-clippy)"
  done
  [ "${1:-}" != interleavings ] || return 0
  need has_redis_server redis-server
  need has_openssl openssl
  [ "${1:-}" != fast ] || return 0
  if [ -n "$(php_package fpm)" ]; then
    need has_fpm "$(php_package fpm)"
    need has_phpredis_or_package php-redis
    need has_sqlite "$(php_package sqlite3)"
  fi
  need has_redis_py python3-redis
  case ${1:-} in
    "" | all | ci | frameworks | servers) need has_pip python3-pip ;;&
    frameworks) need has_dom $(php_package xml) ;;&
    all | ci | valgrind) need has_valgrind valgrind ;;
  esac
}

need_campaign() {
  need has_redis_server redis-server
  need has_openssl openssl
  need has_python python3
}

# need_bench [NAME]
need_bench() {
  need has_redis_server redis-server
  case ${1:-cycle} in
    cycle | all) need has_phpredis php-redis; need has_hiredis libhiredis-dev; need has_valgrind valgrind ;;
    frameworks) need has_phpredis php-redis ;;
  esac
}
