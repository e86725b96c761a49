# Makes a fake machine for build.sh, runs build.sh there, and checks its output and actions. Read by run.sh.

# The tools of this machine. All others are faked, or missing.
TOOLS='as awk basename cat chmod cksum cp cut dirname env find grep head install ld ln ls mkdir mktemp mv readlink rm sed setpriv sh sort tail tee touch tr'
make_tools() {
  local tool
  mkdir "$temp/tools"
  for tool in $TOOLS; do ln -s "$(type -P "$tool")" "$temp/tools/$tool"; done
}

# A new machine with a compiler, Rust, Debian's PHP 8.2 with its headers, libclang, apt, and a user with sudo.
new_machine() {
  machine=$temp/machine usr=$machine/usr project="$machine/a project"
  mkdir -p "$usr/bin" "$usr/sbin" "$usr/lib" "$machine/home" "$project/tests"
  : >"$machine/said"
  : >"$machine/log"
  cp -r build.sh setup packaging Cargo.toml "$project"
  fake_cc
  ln -s "$(type -P bash)" "$usr/bin/bash"
  fake id 'echo ${FAKE_ID:-1000}'
  fake sudo 'echo "sudo $*" >>'"$machine/log"' && FAKE_ID=0 exec "$@"'
  fake apt-get 'echo "apt-get $*; umask $(umask)" >>'"$machine/log"'; [ "$1" = update ] || [ -e '"$machine/later"' ] && cp -a '"$machine/later/."' '"$usr"' 2>/dev/null || [ "$1" = update ]'
  fake apt-cache 'echo "  Candidate: 2:8.2+93"'
  fake rustc 'echo "rustc 1.90.0 (abc 2025-01-01)"'
  fake_cargo 1.90.0
  fake_php bin/php8.2 8.2.30 API20220829,NTS
  ln -s php8.2 "$usr/bin/php"
  ln -s php-config8.2 "$usr/bin/php-config"
  libclang good lib/llvm-14/lib/libclang-14.so.1
  printf '#!/bin/sh\necho "run.sh $*" >>"%s"\n' "$machine/log" | script "$project/tests/run.sh"
}

# Makes a new file, because an existing one may be a link to the machine's own tool, which must not be written to.
script() { rm -f "$1" && cat >"$1" && chmod 755 "$1"; }
fake() { printf '#!/bin/sh\n%s\n' "$2" | script "$usr/bin/$1"; }
gone() { (cd "$usr" && rm -rf "$@"); }

# Runs the real compiler, which compiles the same input only once.
fake_cc() {
  script "$usr/bin/cc" <<SH
#!/bin/sh
cat >"$machine/source.c"
known=$temp/\$( (echo "\$*" | sed 's/ -o .* - / /; s/ -o .* -\$//'; cat "$machine/source.c"; cat "$usr"/include/*/zend_modules.h) 2>&1 | cksum | tr ' ' -)
for argument; do [ "\$last" != -o ] || output=\$argument; last=\$argument; done
[ -e "\$known" ] || $(type -P cc) "\$@" <"$machine/source.c" || exit 1
[ -e "\$known" ] || cp "\$output" "\$known"
cp "\$known" "\$output"
SH
}

# Builds as the real cargo does: not again if the file exists, and the file is for one PHP only.
fake_cargo() {
  script "$usr/bin/cargo" <<SH
#!/bin/sh
case \$1 in
  --version) echo "cargo $1 (abc 2025-01-01)"; exit ;;
  fmt | clippy) exit ;;
  tree) exit \${CRATES_MISSING:-0} ;;
esac
[ -z "\${CRATES_MISSING:-}" ] || { echo 'error: failed to download' >&2; exit 101; }
folder=\$(echo "\$*" | sed 's/.*--target-dir \(.*\) --message.*/\1/')\${TRIPLE:-}/release
echo "LIBCLANG_PATH=\$LIBCLANG_PATH PHP_CONFIG=\$PHP_CONFIG" >>'$machine/log'
mkdir -p "\$folder"
[ -e "\$folder/libredislock.so" ] || { "\$PHP" -n -i >"\$folder/libredislock.so"; echo compiled >>'$machine/log'; }
echo '{"reason":"compiler-artifact","filenames":["/x/libother.rlib"]}'
echo "{\"filenames\":[\"\$folder/libredislock.so\",\"\$folder/libredislock.rlib\"],\"fresh\":true}"
SH
}

# fake_php bin/php8.4 VERSION BUILD  with its php-config and headers. It loads only an extension that was built for it.
fake_php() {
  local php=$usr/$1 folder headers=$usr/include/${1//\//-}
  folder=$(dirname "$php")
  mkdir -p "$folder" "$headers/main"
  script "$php" <<SH
#!/bin/sh
scan="${SCAN-$machine/etc/php/${2%.*}/cli/conf.d}"
case "\$*" in
  *'echo PHP_VERSION;') echo $2 ;;
  *'echo PHP_MAJOR_VERSION'*) echo ${2%.*} ;;
  *'echo PHP_EXTENSION_DIR;') echo "$machine/ext" ;;
  *'echo PHP_CONFIG_FILE_SCAN_DIR;') echo "\$scan" ;;
  *'echo PHP_CONFIG_FILE_PATH;') echo "$machine/etc" ;;
  *'echo PHP_BINDIR;') echo "$folder" ;;
  '-n -v') echo PHP $2 ;;
  '-n -i') echo 'PHP Extension Build => $3' ;;
  *class_exists*) grep -qx 'PHP Extension Build => $3' "\$(echo "\$*" | sed 's/.*extension=\(.*\) -r.*/\1/')" ;;
  *-m) ls "\${PHP_INI_SCAN_DIR:-\$scan}" 2>/dev/null | grep -q redislock && [ -r '$machine/ext/redislock.so' ] && echo redislock ;;
  *) exit 99 ;;
esac
SH
  script "$folder/php-config${1##*/php}" <<SH
#!/bin/sh
case \$1 in --version) echo $2 ;; --php-binary) echo "$php" ;; --includes) echo "-I$headers" ;; --include-dir) echo "$headers" ;; esac
SH
  echo '#include <stdio.h>' >"$headers/php.h"
  echo "#define ZEND_MODULE_BUILD_ID \"$3\"" >"$headers/zend_modules.h"
  echo "/* $3 */" >"$headers/main/php_config.h"
}

# Makes libraries: a libclang, one without its headers, and one that is no libclang.
make_libclangs() {
  local functions='void *clang_createIndex(int a, int b) { return (void *) 1; } void *clang_parseTranslationUnit(void *a) { return a; }'
  cc -w -shared -fPIC -x c -o "$temp/good" - <<<"$functions unsigned clang_getNumDiagnostics(void *a) { return 0; }"
  cc -w -shared -fPIC -x c -o "$temp/headless" - <<<"$functions unsigned clang_getNumDiagnostics(void *a) { return 1; }"
  cc -w -shared -fPIC -x c -o "$temp/none" - <<<'int clang_cpp;'
}
# libclang KIND PATH
libclang() {
  mkdir -p "$(dirname "$usr/$2")"
  cp "$temp/$1" "$usr/$2"
}

# run ARGUMENTS... with SETTINGS (NAME=VALUE...)
run() {
  (cd "$machine" && env -i PATH="$usr/bin:$temp/tools" HOME="$machine/home" REDISLOCK_USR="$usr" "${settings[@]}" \
    "${shell[@]}" "$project/build.sh" "$@") >"$machine/said" 2>&1 </dev/null
  status=$?
}
settings=() shell=()

fault() { faults+=("$1"); }
ends_with() { [ "$status" = "$1" ] || fault "ended with $status, not $1"; }
says() { grep -qF -- "$1" "$machine/said" || fault "did not say: $1"; }
says_not() { ! grep -qF -- "$1" "$machine/said" || fault "said: $1"; }
did() { grep -qF -- "$1" "$machine/log" || fault "did not: $1; but: $(tr '\n' ';' <"$machine/log")"; }
did_not() { ! grep -qF -- "$1" "$machine/log" || fault "did: $(grep -F -- "$1" "$machine/log" | head -n 1)"; }
# Expects one line with the error, and nothing installed.
refuses() {
  ends_with 1
  says "build.sh: $1"
  [ "$(grep -c . "$machine/said")" = 1 ] || fault 'said more than one line'
  did_not 'apt-get install'
}
# Expects that the module is for this PHP.
built_for() { grep -sqxF "PHP Extension Build => $1" "$project/modules/redislock.so" || fault "modules/redislock.so is for $(cat "$project/modules/redislock.so" 2>&1)"; }
mode() { [ "$(stat -c %a "$1" 2>&1)" = "$2" ] || fault "$1 has mode $(stat -c %a "$1" 2>&1), not $2"; }
