# Builds modules/redislock.so. Read by build.sh.

export REDISLOCK_SO=$PWD/modules/redislock.so
target=${CARGO_TARGET_DIR:-target}

# A folder for each PHP: what was built for one is of no use to another, not even at the same path.
folder_of_this_php() {
  local headers
  headers=$("$PHP_CONFIG" --include-dir)/main/php_config.h
  printf '%s/php-%s-%s\n' "$target" "$(build_of_php | sed 's/^API//; s/,/-/g' | tr A-Z a-z)" \
    "$( (echo "$PHP_CONFIG"; cat "$headers") | cksum | cut -d ' ' -f 1)"
}

# Where cargo says that it has put the library: that depends on settings of cargo's own as well.
compile_extension() {
  cargo build --release --locked --target-dir "$(folder_of_this_php)" --message-format=json-render-diagnostics \
    | sed -n 's/.*"\([^"]*\/libredislock\.so\)".*/\1/p'
}

build() {
  local library
  install_missing
  PHP=$(command -v "$PHP")
  export PHP_CONFIG LIBCLANG_PATH
  PHP_VERSION=$(php_says PHP_VERSION)
  if ! library=$(compile_extension); then
    cargo tree --offline --locked >/dev/null 2>&1 || fail 'crates are missing and cannot be fetched: without a network, run "cargo fetch --locked" where there is one and bring ~/.cargo/registry here'
    fail 'the extension does not build: cargo says why, above'
  fi
  # A new file, not the old one overwritten: a running PHP keeps the one that it has loaded.
  cp "$library" modules/redislock.so.new
  mv modules/redislock.so.new modules/redislock.so
  "$PHP" -n -d extension="$REDISLOCK_SO" -r 'exit(class_exists("RedisLock", false) ? 0 : 1);' || fail "$PHP cannot load $REDISLOCK_SO"
  rm -rf "$scratch"
}
