# The names of packages (packaging/names.sh, which quotes PIE's rule), and the errors that prevent a package.

# called NAME VERSION PHP BUILD ARCHITECTURE OS LIBC
called() {
  local name
  name=$(. packaging/names.sh && archive_name "${@:2}")
  [ "$name" = "$1" ] || fault "archive_name ${*:2}: $name, not $1"
}
test_names_that_pie_looks_for() {
  : >"$machine/said"
  called php_redislock-0.1.0_php8.2-x86_64-linux-glibc.zip 0.1.0 8.2 API20220829,NTS x86_64 Linux glibc
  called php_redislock-0.1.0_php8.3-x86_64-linux-musl.zip 0.1.0 8.3 API20230831,NTS x86_64 Linux musl
  called php_redislock-0.1.0_php8.4-x86_64-linux-glibc-zts.zip 0.1.0 8.4 API20240924,TS x86_64 Linux glibc
  called php_redislock-0.1.0_php8.4-x86_64-linux-glibc-debug.zip 0.1.0 8.4 API20240924,NTS,debug x86_64 Linux glibc
  called php_redislock-1.0.0rc1_php8.5-arm64-linux-glibc-debug-zts.zip 1.0.0RC1 8.5 API20250925,TS,debug aarch64 Linux glibc
}
test_composer_json_is_what_pie_reads() {
  local want='{"extension-name":"redislock","support-nts":true,"support-zts":true,"os-families":["linux"],"configure-options":[],"build-path":".","download-url-method":["pre-packaged-binary","composer-default"]}'
  [ "$(php -n -r 'echo json_encode(json_decode(file_get_contents("composer.json"), true)["php-ext"]);')" = "$want" ] || fault "php-ext of composer.json is not $want"
  [ "$(php -n -r '$it = json_decode(file_get_contents("composer.json"), true); echo $it["type"], " ", isset($it["version"]) ? "version" : "";')" = 'php-ext ' ] \
    || fault 'composer.json is no php-ext, or has a version: that is in Cargo.toml'
}
test_what_a_package_says_of_the_project() {
  : >"$machine/said"
  (
    . packaging/names.sh
    [[ $(version_of_project) =~ ^[0-9]+\.[0-9]+\.[0-9]+ && $(field_of_project authors) =~ ^[^\"]+\ \<[^\"]+@[^\"]+\>$ && $(field_of_project repository) =~ ^https://[^\"]+$ ]]
  ) || fault 'Cargo.toml does not name its version, authors and repository'
}
test_a_package_of_what_is_not_committed() {
  fake git 'exit 1'
  fake zip :
  fake objdump :
  fake readelf :
  mv "$project" "$machine/project"
  local project=$machine/project
  run package
  refuses 'a package is of a commit'
}
test_a_package_in_a_folder_with_a_blank() { fake git :; fake zip :; fake objdump :; fake readelf :; run package; refuses "cargo's flags take no blank"; }
