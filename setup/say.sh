# What every part of build.sh uses.

export REDISLOCK_USR=${REDISLOCK_USR:-/usr} # another one in tests
usr=$REDISLOCK_USR

fail() {
  printf 'build.sh: %s\n' "$1" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# as_root COMMAND...  runs it as root, or says what root is to run.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; return; fi
  has sudo || fail "this needs root, and there is no sudo; as root, run: $(printf '%q ' "$@")"
  (umask 022 && sudo "$@") # what is installed is for others to read
}

# not_older VERSION LEAST
not_older() { [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }
