# What the files of a release are called, and which names a release needs. Read by package.sh, release.sh and tests.
#
# PIE looks among a release's files for these names, in this order (php/pie, src/Platform/PrePackagedBinaryAssetName.php):
#
#     strtolower(sprintf('php_%s-%s_php%s-%s-%s-%s%s%s.zip',
#         extension, version, majorMinorVersion, architecture, operatingSystemFamily, libcFlavour,
#         '-debug' or '', '-zts' or ''))
#
# and for the same with .tgz, and with -nts. The version is the tag's very name: a tag v1.2.3 would ask for php_redislock-v1.2.3_….
# It takes redislock.so from the archive's root. A source archive is php_%s-%s-src.tgz (PrePackagedSourceAssetName.php).

# field_of_project NAME  what Cargo.toml says of the project; of a list, its only item
field_of_project() { sed -n '/^\[package\]/,/^\[/s/^'"$1"' = \[\{0,1\}"\([^"]*\)"\]\{0,1\}.*/\1/p' Cargo.toml; }
version_of_project() { field_of_project version; }

# PIE's word for a processor (php/pie, src/Platform/Architecture.php).
pie_architecture() { case $1 in aarch64) echo arm64 ;; *) echo "$1" ;; esac }

libc_of_this_machine() { if ldd --version 2>&1 | grep -qi musl; then echo musl; else echo glibc; fi; }

# archive_name VERSION PHP BUILD ARCHITECTURE OS LIBC   PHP: 8.4; BUILD: what PHP says of itself (API20240924,NTS,debug)
archive_name() {
  local name=php_redislock-$1_php$2-$(pie_architecture "$4")-$5-$6
  [[ ,$3, != *,debug,* ]] || name+=-debug
  [[ ,$3, != *,TS,* ]] || name+=-zts
  printf '%s.zip\n' "$name" | tr '[:upper:]' '[:lower:]'
}

# publisher NAME  a value of packaging/publisher, which says who publishes this project, and where.
publisher() { sed -n "s/^$1=//p" packaging/publisher; }

# placeholders  prints the names that are not decided yet; none is left if it returns 1.
placeholders() {
  local name value found=1
  while IFS== read -r name value; do
    case $value in
      *OWNER* | *.invalid) ;;
      *) continue ;;
    esac
    found=0
    echo "$name is still $value, in $(git grep -lF -e "$value" | wc -l) files: ./build.sh release --names $name=..."
  done <packaging/publisher
  return $found
}
