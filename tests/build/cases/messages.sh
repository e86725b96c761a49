# build.sh prints its help, and one line for each error that it cannot repair.

test_help() { run --help; ends_with 0; says './build.sh uninstall'; says_not '#!'; }
test_unknown_command() { run nonsense; ends_with 2; says 'there is no "nonsense"'; says './build.sh demo'; }
test_another_shell() { shell=(sh); run; shell=(); ends_with 0; says 'Built modules/redislock.so for PHP 8.2.30'; }
test_posix_mode() { settings=(POSIXLY_CORRECT=1); run; settings=(); ends_with 0; }
test_no_bash() { gone bin/bash; run; refuses 'there is no bash'; }

test_no_cargo() { gone bin/cargo; run; refuses 'there is no cargo in PATH: please install Rust 1.88 or later'; }
test_no_cargo_for_root() {
  gone bin/cargo
  settings=(FAKE_ID=0 SUDO_USER=joe)
  run install
  settings=()
  refuses "there is no cargo in PATH: sudo does not keep joe's PATH"
}
test_cargo_not_in_path() {
  mkdir -p "$machine/home/.cargo/bin"
  mv "$usr/bin/cargo" "$machine/home/.cargo/bin"
  run
  refuses "there is no cargo in PATH: Rust in $machine/home/.cargo/bin is not in PATH"
}
test_old_cargo() { fake_cargo 1.85.0; gone lib bin/php-config; run; refuses "$usr/bin/cargo is 1.85.0, which is too old: please install Rust 1.88"; }
test_old_rustc() { fake rustc 'echo "rustc 1.63.0"'; run; refuses "$usr/bin/rustc is 1.63.0, which is too old"; }
test_nightly_cargo() { fake_cargo 1.90.0-nightly; run; ends_with 0; }
test_cargo_that_does_not_run() { fake cargo 'echo "error: no default toolchain" >&2; exit 1'; run; refuses 'cargo does not run: error: no default toolchain'; }

test_absent_php() { settings=(PHP=php8.3); gone lib; run; settings=(); refuses 'there is no php8.3'; }
test_absent_php_config() { settings=(PHP_CONFIG=php-config8.3); run; settings=(); refuses 'there is no php-config8.3'; }
test_old_php() { fake_php bin/php8.1 8.1.2 API20210902,NTS; settings=(PHP=php8.1); gone lib; run; settings=(); refuses 'php8.1 is PHP 8.1.2, RedisLock needs 8.2 or later'; }
test_php_that_does_not_run() { fake php8.2 'echo "libxml2.so.2: cannot open" >&2; exit 127'; run; refuses 'php does not run: libxml2.so.2: cannot open'; }
test_old_php_in_apt() {
  gone bin/php bin/php8.2
  fake apt-cache 'echo "  Candidate: 2:7.4+76"'
  run
  refuses "this system's PHP is 7.4, RedisLock needs 8.2 or later"
}

test_no_apt() { gone lib bin/apt-get; run; refuses 'please install what Debian calls: libclang-dev'; }
test_no_root_and_no_sudo() { gone lib bin/sudo; run; refuses 'this needs root, and there is no sudo; as root, run: apt-get install libclang-dev'; }
test_no_network_for_apt() { gone lib; run; ends_with 1; says 'could not install, see above (is there a network?): apt-get install libclang-dev'; }
test_no_network_for_crates() { settings=(CRATES_MISSING=1); run; settings=(); ends_with 1; says 'crates are missing and cannot be fetched'; }
test_read_only_clone() { touch "$project/modules"; run; refuses "cannot write to $project: copy the project to a folder of your own"; }

test_path_of_libclang_is_wrong() { settings=(LIBCLANG_PATH=/nowhere); run; settings=(); refuses 'there is no libclang that works at LIBCLANG_PATH=/nowhere'; }
test_pair_that_does_not_fit() {
  fake_php opt/zts/php 8.2.30 API20220829,ZTS
  settings=(PHP="$usr/opt/zts/php" PHP_CONFIG=php-config8.2)
  run
  settings=()
  refuses "$usr/opt/zts/php is API20220829,ZTS, but $usr/bin/php-config8.2 is for API20220829,NTS"
}
