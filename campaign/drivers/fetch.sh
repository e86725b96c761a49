#!/usr/bin/env bash
# drivers/fetch.sh LIBRARY   gets a library for its driver. Prints its folder, and its version. It stays in the cache.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/redislock/libraries

# pinned NAME COMMAND...  runs a command in a new folder of the cache, unless that is there.
pinned() {
  local final=$cache/$1 new
  shift
  if [ ! -e "$final" ]; then
    mkdir -p "$cache"
    new=$(mktemp -d "$cache/new.XXXXXX")
    (cd "$new" && "$@") >&2
    mv -T "$new" "$final"
  fi
  printf '%s\n' "$final"
}

# php_lock FOLDER  its source, by its tag and commit. FOLDER has psr/log, which it requires.
php_lock() {
  git -c advice.detachedHead=false clone --quiet --depth 1 --branch 3.1.1 https://github.com/php-lock/lock .
  [ "$(git rev-parse HEAD)" = 3e64b5e1b8283b781ed95f29bd83f84389f743e7 ] || { echo 'php-lock 3.1.1 is another commit' >&2; return 1; }
  printf '%s\n' '<?php' "require '$1/autoload.php';" \
    'spl_autoload_register(fn(string $class) => @include __DIR__ . strtr($class, ["Malkusch\\Lock\\" => "/src/", "\\" => "/"]) . ".php");' >autoload.php
}

case ${1:-} in
  laravel) folder=$(packages/fetch.sh laravel 10.x) && printf '%s\n' "$folder" "$(cat "$folder/version")" ;;
  symfony) folder=$(packages/fetch.sh symfony 7.x) && printf '%s\n' "$folder" "$(cat "$folder/version")" ;;
  php-lock) base=$(packages/fetch.sh laravel 10.x) && pinned php-lock-3.1.1 php_lock "$base" && echo 3.1.1 ;;
  redis-py) pinned redis-py-6.4.0 python3 -m pip install --quiet --target . --no-deps --only-binary :all: redis==6.4.0 && echo 6.4.0 ;;
  node-redlock) pinned node-redlock-5.0.0-beta.2 npm install --silent --no-save --ignore-scripts redlock@5.0.0-beta.2 ioredis@5.8.2 && echo 5.0.0-beta.2 ;;
  *) echo "drivers/fetch.sh laravel, symfony, php-lock, redis-py or node-redlock" >&2; exit 2 ;;
esac
