# ./configure and make call setup/phpize.sh.

phpize() {
  (cd "$project" && env -i PATH="$usr/bin:$temp/tools" HOME="$machine/home" REDISLOCK_USR="$usr" "$project/setup/phpize.sh" "$1" "$usr/bin/php-config${2:-}") \
    >"$machine/said" 2>&1 </dev/null
  status=$?
}
# Expects one line as configure's error, and nothing installed.
configure_says() {
  phpize check
  ends_with 1
  [ "$(cat "$machine/said")" = "$1" ] || fault "did not say just: $1"
  did_not apt-get
}

test_phpize_all_is_there() { phpize check; ends_with 0; [ ! -s "$machine/said" ] || fault 'said something'; }
test_phpize_no_cargo() { gone bin/cargo; configure_says 'there is no cargo in PATH: please install Rust 1.88 or later (https://rustup.rs), then run this again'; }
test_phpize_old_rust() { fake rustc 'echo "rustc 1.63.0"'; configure_says "$usr/bin/rustc is 1.63.0, which is too old: please install Rust 1.88 or later (https://rustup.rs), then run this again"; }
test_phpize_no_libclang() { gone lib; configure_says 'please install what Debian calls: libclang-dev'; }
test_phpize_no_compiler() { gone bin/cc; configure_says 'please install what Debian calls: gcc libc6-dev php8.2-dev libclang-dev'; }
test_phpize_builds_for_the_php_of_php_config() {
  fake_php bin/php8.4 8.4.23 API20240924,NTS
  phpize build 8.4
  ends_with 0
  built_for API20240924,NTS
  did "PHP_CONFIG=$usr/bin/php-config8.4"
  did_not apt-get
}
test_phpize_and_build_sh_share_what_they_compiled() { run; phpize build; ends_with 0; [ "$(grep -c compiled "$machine/log")" = 1 ] || fault 'compiled twice'; }
