# build.sh does not mistake an incomplete package for a complete one.

# wants PACKAGES  expects that apt installs packages through sudo; their files are in $machine/later.
wants() { did "sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $1"; }
# later FILE...  makes a file appear only after apt has installed something
later() { local file; for file; do mkdir -p "$machine/later/$(dirname "$file")"; mv "$usr/$file" "$machine/later/$file"; done; }

test_nothing_missing() { run; ends_with 0; did_not apt-get; built_for API20220829,NTS; }
test_a_bare_machine() {
  later bin/cc bin/php bin/php8.2 bin/php-config bin/php-config8.2 lib/llvm-14/lib/libclang-14.so.1
  run
  ends_with 0
  wants 'gcc libc6-dev php-cli php-dev libclang-dev'
  built_for API20220829,NTS
}
test_tests_on_a_bare_machine() {
  gone bin/cc bin/php bin/php8.2 bin/php-config bin/php-config8.2 lib
  run test
  wants 'gcc libc6-dev php-cli php-dev libclang-dev redis-server openssl php-fpm php-redis php-sqlite3 python3-redis'
}
test_umask_of_what_is_installed() { gone lib; umask 077; run; umask 022; did 'umask 0022'; did_not 'umask 0077'; }
test_compiler_without_headers() { fake cc 'exit 1'; run; wants 'gcc libc6-dev'; }
test_libclang_cpp() { gone lib; libclang none lib/llvm-14/lib/libclang-cpp.so.14; run; wants libclang-dev; }
test_no_libclang_in_its_file() { gone lib; libclang none lib/libclang.so.14; run; wants libclang-dev; }
test_libclang_without_headers() { gone lib; libclang headless lib/llvm-14/lib/libclang-14.so.1; run; wants libclang-dev; }
test_the_libclang_that_works_is_taken() {
  libclang headless lib/llvm-19/lib/libclang-19.so.1
  run
  ends_with 0
  did "LIBCLANG_PATH=$usr/lib/llvm-14/lib/libclang-14.so.1"
}
test_libclang_on_alpine() { gone lib; libclang good lib/llvm17/lib/libclang.so.17; run; ends_with 0; did "LIBCLANG_PATH=$usr/lib/llvm17/lib/libclang.so.17"; }
test_libclang_on_fedora() { gone lib; libclang good lib64/libclang.so.18; run; ends_with 0; did "LIBCLANG_PATH=$usr/lib64/libclang.so.18"; }
test_folder_of_libclang() {
  mv "$usr/lib/llvm-14" "$machine/mine"
  settings=(LIBCLANG_PATH="$machine/mine/lib")
  run
  settings=()
  ends_with 0
  did "LIBCLANG_PATH=$machine/mine/lib/libclang-14.so.1"
}
test_installed_but_no_better() {
  gone lib
  mkdir "$machine/later"
  run
  ends_with 1
  says 'libclang-dev is installed, but has_libclang still says: there is no libclang that works'
}
test_headers_of_php_are_gone() { gone include; run; wants php8.2-dev; }

# hiredis with its header alone, or with pkg-config alone.
test_hiredis_without_library() {
  fake redis-server :
  mkdir -p "$usr/include/hiredis"
  mv "$usr/bin/cc" "$usr/real-cc"
  fake cc 'case "$*" in *-lhiredis*) exit 1;; esac; exec '"$usr/real-cc"' "$@"'
  fake pkg-config :
  run bench
  wants 'php-redis libhiredis-dev valgrind'
}
test_each_benchmark_has_needs_of_its_own() {
  fake redis-server :
  run bench frameworks
  wants 'php-redis'
  mkdir -p "$project/bench"
  printf '#!/bin/sh\necho "run.sh $*" >>"%s"\n' "$machine/log" | script "$project/bench/run.sh"
  run bench keys
  ends_with 0
  did 'run.sh keys'
}

test_fast_tests_need_less() {
  fake redis-server :
  fake openssl :
  run test fast
  ends_with 0
  did 'run.sh fast'
  [ -z "$(compgen -G "$project/target/setup.*")" ] || fault "left $(echo "$project"/target/setup.*)"
}
test_tests_need_more() { run test; ends_with 1; wants 'redis-server openssl php8.2-fpm php-redis php8.2-sqlite3 python3-redis'; }
test_all_tests_need_most() { run test all; ends_with 1; says 'python3-redis python3-pip valgrind'; }
test_no_clippy() { fake cargo 'case $1 in --version) echo cargo 1.90.0;; *) exit 1;; esac'; run test; refuses 'there is no cargo fmt: run "rustup component add rustfmt clippy"'; }
