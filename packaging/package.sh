# What a release offers for this PHP, in dist/VERSION/. Read by build.sh.
#   php_redislock-VERSION_php8.4-x86_64-linux-glibc.zip   the extension alone, as PIE fetches it
#   php8.4-redislock_VERSION-1_amd64.deb                  where this PHP is NTS and not built for debugging, as Debian's is
#   redislock-tools_VERSION-1_amd64.deb, redislock-VERSION-x86_64-linux.tar.gz   the command, for every PHP
#   php_redislock-VERSION-src.tgz                         the source with all crates: builds without a network
#   redislock-VERSION.cdx.json, redislock-VERSION-licences.txt, those of redislock-tools, SHA256SUMS
# "package binaries" makes the first two only: the rest is the same for every PHP. "package command" makes those of the command.
# All of one commit: the same bytes whenever and wherever they are made, with the same Rust, C compiler and PHP.

. packaging/names.sh
. packaging/deb.sh
. packaging/command.sh

# The newest glibc that a package may need: that of Debian 12.
GLIBC_MOST=2.36

# newest_glibc FILE  the newest version of glibc that it names.
newest_glibc() { objdump -T "$1" | sed -n 's/.*(\{0,1\}GLIBC_\([0-9.]*\).*/\1/p' | sort -uV | tail -n 1; }
needs_no_newer_glibc() {
  local glibc
  glibc=$(newest_glibc "$1")
  not_older "$GLIBC_MOST" "$glibc" || fail "$(basename "$1") needs glibc $glibc, and packages may need no newer than $GLIBC_MOST: build them on Debian 12"
}

need_package() {
  need has_zip zip
  need has_objdump binutils
  need has_git git
}
has_zip() { zip -v; }
has_objdump() { objdump --version && readelf --version; }
has_git() { git --version; }
has_rust_for_musl() { [ -d "$(rustc --print target-libdir --target "$(uname -m)-unknown-linux-musl")" ]; }
has_c_for_musl() { "$(uname -m)-linux-musl-gcc" --version; }

# No path of this machine in what is compiled, and a folder of its own: these flags compile everything anew.
reproducibly() {
  local cargo_home=${CARGO_HOME:-$HOME/.cargo} folder
  target=$(realpath "$target")/packages
  for folder in "$target=/target" "$PWD=/redislock" "$cargo_home=/cargo"; do
    RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$folder"
    CFLAGS="${CFLAGS:-} -ffile-prefix-map=$folder"
  done
  export RUSTFLAGS CFLAGS
}

# pack FOLDER  a tar of it on standard output, the same for every user and machine.
pack() {
  tar -C "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=gnu -c . | gzip -n
}

binary_archive() {
  local root=$scratch/binary architecture
  architecture=$(uname -m)
  mkdir "$root"
  install -m 644 "$REDISLOCK_SO" "$root/redislock.so"
  install -m 644 LICENSE README.md CHANGELOG.md "$root"
  install -m 644 "$licences" "$root/LICENCES-OF-CRATES.txt"
  touch -d "@$SOURCE_DATE_EPOCH" "$root"/*
  (cd "$root" && TZ=UTC zip -q -9 -X "$scratch/archive.zip" redislock.so LICENSE LICENCES-OF-CRATES.txt README.md CHANGELOG.md)
  mv "$scratch/archive.zip" "$1/$(archive_name "$version" "$minor" "$build" "$architecture" "$(php_says PHP_OS_FAMILY)" "$(libc_of_this_machine)")"
}

# The commit, and all crates beside it, where cargo is told to look for them.
source_archive() {
  local root=$scratch/source/redislock-$version
  mkdir -p "$root"
  git archive HEAD | tar -x -C "$root"
  (cd "$root" && cargo vendor --locked --quiet vendor >/dev/null)
  printf '\n[source.crates-io]\nreplace-with = "vendored"\n\n[source.vendored]\ndirectory = "vendor"\n' >>"$root/.cargo/config.toml"
  pack "$scratch/source" >"$1/php_redislock-$version-src.tgz"
}

# What nothing needs but a release. Kept, because compiling it takes minutes.
CYCLONEDX=0.5.9
bill_of_materials() {
  local kept=${REDISLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/redislock}/cargo-cyclonedx-$CYCLONEDX
  [ -x "$kept/bin/cargo-cyclonedx" ] || env -u RUSTFLAGS -u CFLAGS cargo install --quiet --locked --root "$kept" "cargo-cyclonedx@$CYCLONEDX" \
    || fail "there is no cargo-cyclonedx $CYCLONEDX, and cargo cannot install it, see above"
  materials_of . >"$1/redislock-$version.cdx.json"
  materials_of tools --no-default-features >"$1/redislock-tools-$version.cdx.json"
}

# materials_of FOLDER [FLAGS]  prints those of the crate in a folder. The program leaves a file in the folder of each crate.
materials_of() {
  "$kept/bin/cargo-cyclonedx" cyclonedx --format json --target x86_64-unknown-linux-gnu --override-filename crate.cdx --quiet "${@:2}"
  sed "s#path+file://$PWD#path+file:///redislock#g" "$1/crate.cdx.json"
  rm crate.cdx.json tools/crate.cdx.json
}

# licences_of FILE MANIFEST [FLAGS]  prints the licences of all crates in a file that was built.
licences_of() {
  cargo metadata --format-version 1 --locked --filter-platform "$(uname -m)-unknown-linux-gnu" --manifest-path "${@:2}" \
    | "$PHP" -n packaging/licences.php "$1"
}

# extension_files FOLDER
extension_files() {
  build
  mkdir -p "$scratch" # build has removed it
  minor=$(php_says 'PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION') build=$(build_of_php)
  needs_no_newer_glibc "$REDISLOCK_SO"
  licences=$1/redislock-$version-licences.txt
  licences_of redislock.so Cargo.toml >"$licences"
  binary_archive "$1"
  case $build in
    *,NTS) if has dpkg-deb; then deb "$1"; else echo 'No .deb: there is no dpkg-deb'; fi ;;
    *) echo "No .deb: Debian's PHP is neither thread-safe nor built for debugging" ;;
  esac
}

# package [binaries | command]
package() {
  local folder what=${1:-all}
  [[ $PWD != *[[:space:]]* ]] || fail "cargo's flags take no blank: packages cannot be made in $PWD"
  git diff --quiet HEAD 2>/dev/null || fail 'a package is of a commit: commit what has changed first'
  version=$(version_of_project)
  folder=$PWD/dist/$version
  export SOURCE_DATE_EPOCH
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  reproducibly
  ! has_rust_for_musl || need has_c_for_musl musl-tools
  install_missing
  mkdir -p "$scratch" "$folder" && scratch=$(realpath "$scratch")
  [ "$what" = command ] || extension_files "$folder"
  [ "$what" = binaries ] || command_files "$folder"
  [ "$what" != all ] || { source_archive "$folder"; bill_of_materials "$folder"; }
  (cd "$folder" && rm -f SHA256SUMS && sha256sum -- * >"$scratch/sums" && mv "$scratch/sums" SHA256SUMS)
  echo "In dist/$version:"
  ls -1 "$folder" | sed 's/^/  /'
}
