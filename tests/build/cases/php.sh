# build.sh builds for the requested PHP, and again for another PHP.

test_named_php() {
  fake_php bin/php8.4 8.4.5 API20240924,NTS
  settings=(PHP=php8.4)
  run
  settings=()
  ends_with 0
  did "PHP_CONFIG=$usr/bin/php-config8.4"
  built_for API20240924,NTS
}
test_alternatives_that_differ() {
  fake_php bin/php8.4 8.4.5 API20240924,NTS
  ln -sf php8.4 "$usr/bin/php"
  run
  ends_with 0
  built_for API20240924,NTS
}
test_headers_of_another_php_only() {
  fake_php bin/php8.4 8.4.5 API20240924,NTS
  ln -sf php8.4 "$usr/bin/php"
  gone bin/php-config8.4
  run
  did 'apt-get install -y -qq --no-install-recommends php8.4-dev'
}
test_php_elsewhere() {
  fake_php local/bin/php 8.3.1 API20230831,NTS
  settings=(PHP="$usr/local/bin/php")
  run
  settings=()
  ends_with 0
  built_for API20230831,NTS
}
test_php_elsewhere_without_headers() {
  fake_php local/bin/php 8.3.1 API20230831,NTS
  gone local/bin/php-config
  settings=(PHP="$usr/local/bin/php")
  run
  settings=()
  refuses "there is no php-config of PHP 8.3.1 beside $usr/local/bin/php; PHP_CONFIG=PATH says where it is"
}
test_its_tests_want_nothing_of_debian_php() {
  fake_php local/bin/php 8.3.1 API20230831,NTS
  settings=(PHP="$usr/local/bin/php")
  run test
  settings=()
  did 'apt-get install -y -qq --no-install-recommends redis-server openssl python3-redis'
}

# upgraded PHP  at the same path
upgraded() {
  run
  built_for API20220829,NTS
  fake_php bin/php8.2 "$1" "$2"
  run
  ends_with 0
  built_for "$2"
}
test_another_version_at_the_same_path() { upgraded 8.4.5 API20240924,NTS; }
test_zts_at_the_same_path() { upgraded 8.2.30 API20220829,ZTS; }
test_debug_at_the_same_path() { upgraded 8.2.30 API20220829,NTS,debug; }
test_other_settings_at_the_same_path() {
  run
  echo '#define ZEND_SIGNALS 1' >>"$usr/include/bin-php8.2/main/php_config.h"
  run
  [ "$(grep -c compiled "$machine/log")" = 2 ] || fault 'was not built anew'
}
test_unchanged_it_is_not_built_again() {
  run
  run
  ends_with 0
  [ "$(grep -c compiled "$machine/log")" = 1 ] || fault 'was built twice'
  [ -z "$(compgen -G "$project/target/setup.*")" ] || fault "left $(echo "$project"/target/setup.*)"
}
test_cargo_target_dir() {
  settings=(CARGO_TARGET_DIR="$machine/tar get")
  mkdir -p "$project/target/release"
  echo old >"$project/target/release/libredislock.so"
  run
  settings=()
  ends_with 0
  built_for API20220829,NTS
  [ -z "$(compgen -G "$project/target/php*")" ] || fault 'built in target/'
}
test_cargo_puts_it_elsewhere() { settings=(TRIPLE=/x86_64-unknown-linux-gnu); run; settings=(); ends_with 0; built_for API20220829,NTS; }
