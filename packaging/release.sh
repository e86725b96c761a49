#!/usr/bin/env bash
# ./build.sh release --check   The checklist of a release: every line is ok or FAILED, and it ends with 1 if one has failed. It changes
# nothing but dist/. What takes minutes (tests, matrix, bare systems) comes last, for hours; --check=quick leaves it out. If it was ok
# for this very commit, it is not repeated: so after a stop or a failure, the same command goes on.
set -uo pipefail
cd "$(dirname "$0")/.."
. packaging/names.sh
case ${1:-} in
  --check | --check=quick) ;;
  --names) shift; exec packaging/publish-as.sh "$@" ;;
  *) echo 'release.sh: ./build.sh release --check, --check=quick for what takes no minutes, or --names NAME=VALUE...' >&2; exit 2 ;;
esac

log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 version=$(version_of_project)

# step NAME COMMAND...
step() {
  local status=0
  if "${@:2}" >"$log" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $1"
    grep -E 'NOT (TESTED|RUN)' "$log" | sed 's/^/        /'
  else
    status=1
    failed=$((failed + 1))
    echo "FAILED  $1"
    tail -n 15 "$log" | sed 's/^/        /'
  fi
  return $status
}

# long_step NAME COMMAND...   a step of minutes, unless it was ok for this commit.
long_step() {
  if committed && grep -qsxF "$1" "$checked"; then
    passed=$((passed + 1))
    echo "ok      $1, in an earlier run"
  elif step "$@" && committed; then
    mkdir -p dist
    echo "$1" >>"$checked"
  fi
}
checked=dist/checked-$(git rev-parse HEAD)

committed() { [ -z "$(git status --porcelain)" ]; }
locked() { cargo metadata --format-version 1 --locked --offline --no-deps; }
# The first section is this version's, and has a date.
dated() { grep -m 1 '^## ' CHANGELOG.md | tee /dev/stderr | grep -qE "^## ${version//./\\.} \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$"; }
named() { ! placeholders; }
# Tags are named as the version, without a v: PIE looks for files with the tag's name (packaging/names.sh).
new_tag() { ! git rev-parse -q --verify "refs/tags/$version"; }
stub_and_docs() { ./build.sh test php-tests/contract && cargo test --no-default-features --locked --test dependencies; }
# REDISLOCK_ADVISORIES: a clone of the advisory database, where it cannot be fetched.
denied() {
  cargo deny --version || { echo 'there is no cargo deny: run "cargo install --locked cargo-deny@0.20.2"'; return 1; }
  local clone=()
  [ -z "${REDISLOCK_ADVISORIES:-}" ] || clone=(GIT_CONFIG_COUNT=1 GIT_CONFIG_VALUE_0=https://github.com/RustSec/advisory-db
    "GIT_CONFIG_KEY_0=url.file://$(realpath "$REDISLOCK_ADVISORIES").insteadOf")
  env "${clone[@]}" cargo deny --locked check
}

# The same bytes from a clone elsewhere: what it made has the sums that are here.
reproducible() {
  local clone status=0
  clone=$(mktemp -d "${TMPDIR:-/var/tmp}/redislock-clone.XXXXXX")
  git clone -q . "$clone" && (cd "$clone" && env -u CARGO_TARGET_DIR ./build.sh package) || status=1
  [ $status = 1 ] || diff "$clone/dist/$version/SHA256SUMS" <(grep -F "$(cut -c 67- "$clone/dist/$version/SHA256SUMS")" "dist/$version/SHA256SUMS") || status=1
  rm -rf "$clone"
  return $status
}

step 'everything is committed' committed
step 'Cargo.lock is in step with Cargo.toml' locked
step "the changelog begins with $version and a date" dated
step "there is no tag $version yet" new_tag
step 'owner, repository, mail and site are no placeholders' named
step 'stub and docs are in step with the extension' stub_and_docs
step 'advisories, licences and sources of all crates' denied
step 'the workflows, by actionlint' packaging/workflows.sh
step 'it compiles with the oldest Rust, for musl and for macOS' packaging/targets.sh
if [ "$1" = --check ]; then
  long_step 'the site, and its links' ./build.sh docs
  long_step 'packages' ./build.sh package
  long_step 'packages made elsewhere are the same bytes' reproducible
  long_step 'packages in bare systems' ./build.sh test packages
  long_step "the README's commands in bare systems" ./build.sh test fresh
  long_step 'the tests' ./build.sh test
  for suites in servers campaign valgrind; do long_step "the tests: $suites" ./build.sh test "$suites"; done
  for cell in $(packaging/matrix.sh --cells); do long_step "the matrix: $cell" ./build.sh matrix "$cell"; done
fi
echo "release $version: $passed passed, $failed failed"
[ "$failed" = 0 ]
