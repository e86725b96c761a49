# The files of the command redislock, the same for every PHP: a Debian package, and an archive with a static binary. Read by package.sh.

# built_command TARGET  compiles the command for a target, and prints where it is.
built_command() {
  cargo build --release --locked --no-default-features -p redislock-tools --target "$1" --target-dir "$target" >&2 || return
  echo "$target/$1/release/redislock"
}

# generated BINARY FOLDER MAN BASH ZSH FISH  has the command write its man page and its completions to these files of a folder.
generated() {
  local what file
  for what in man bash zsh fish; do
    file=$2/$3
    mkdir -p "$(dirname "$file")"
    "$1" generate "$what" >"$file"
    set -- "$1" "$2" "${@:4}"
  done
}

# command_deb FOLDER BINARY
command_deb() {
  local name=redislock-tools root=$scratch/command
  begin_deb "$name" "$command_licences"
  cp docs/command.md "$root/usr/share/doc/$name"
  install -D -m 755 "$2" "$root/usr/bin/redislock"
  generated "$2" "$root/usr/share" man/man1/redislock.1 bash-completion/completions/redislock \
    zsh/vendor-completions/_redislock fish/vendor_completions.d/redislock.fish
  gzip -9n "$root/usr/share/man/man1/redislock.1"
  finish_deb "$name" "$1" <<C
Depends: $(libraries_of "$2")
Recommends: ca-certificates
Suggests: redis-server | valkey-server
Section: admin
Description: runs a command under a lock on Redis or Valkey
 For cron, deployments and operators, without PHP. The locks are those of
 the PHP extension redislock.
C
}

# command_archive FOLDER BINARY
command_archive() {
  local folder=redislock-$version-$(uname -m)-linux root=$scratch/archive
  mkdir -p "$root/$folder"
  install -m 755 "$2" "$root/$folder"
  install -m 644 LICENSE docs/command.md "$root/$folder"
  install -m 644 "$command_licences" "$root/$folder/LICENCES-OF-CRATES.txt"
  generated "$2" "$root/$folder" redislock.1 redislock.bash _redislock redislock.fish
  pack "$root" >"$1/$folder.tar.gz"
}

# command_files FOLDER
command_files() {
  local architecture binary command_licences=$1/redislock-tools-$version-licences.txt
  architecture=$(uname -m)
  licences_of redislock tools/Cargo.toml --no-default-features >"$command_licences"
  binary=$(built_command "$architecture-unknown-linux-gnu")
  needs_no_newer_glibc "$binary"
  if has dpkg-deb; then command_deb "$1" "$binary"; fi
  if has_rust_for_musl; then
    command_archive "$1" "$(built_command "$architecture-unknown-linux-musl")"
  else
    echo "No static binary: there is no Rust for musl; run rustup target add $architecture-unknown-linux-musl"
  fi
}
