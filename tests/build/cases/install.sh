# "install" copies the extension to where PHP loads it from, and names the SAPIs that load it. "uninstall" removes it.

# Debian's folders, with two SAPIs; phpenmod does it for those that are named here.
debian() {
  local etc=$machine/etc/php/8.2
  mkdir -p "$etc/mods-available" "$etc/cli/conf.d" "$etc/fpm/conf.d"
  printf '#!/bin/sh\nfor sapi in %s; do ln -sf ../../mods-available/$3.ini %s/$sapi/conf.d/20-$3.ini; done\n' "$*" "$etc" | script "$usr/sbin/phpenmod"
  printf '#!/bin/sh\nrm -f %s/*/conf.d/20-$3.ini\n' "$etc" | script "$usr/sbin/phpdismod"
  printf '#!/bin/sh\nprintf "cli\\nfpm\\n"; [ ! -e %s/apache2 ] || echo apache2\n' "$etc" | script "$usr/sbin/phpquery"
  printf '#!/bin/sh\nPHP_INI_SCAN_DIR=%s/fpm/conf.d exec php8.2 -m\n' "$etc" | script "$usr/sbin/php-fpm8.2"
}

test_install() {
  debian cli fpm
  umask 077
  run install
  umask 022
  ends_with 0
  says 'cli loads it'
  says 'fpm loads it, once it is restarted'
  mode "$machine/ext" 755
  mode "$machine/ext/redislock.so" 644
  mode "$machine/etc/php/8.2/mods-available/redislock.ini" 644
}
test_one_sapi_does_not_load_it() { debian cli; run install; ends_with 1; says 'cli loads it'; says 'fpm does NOT load it: nothing in its ini files names it'; }
test_another_sapi_by_its_ini_files() {
  debian cli fpm
  mkdir -p "$machine/etc/php/8.2/apache2/conf.d"
  run install
  ends_with 1
  says 'apache2 does NOT load it'
}
test_a_sapi_that_is_gone_is_not_asked() { debian cli fpm; mkdir -p "$machine/etc/php/8.2/cgi/conf.d"; run install; ends_with 0; says_not cgi; }
test_destdir() {
  debian cli fpm
  settings=(DESTDIR="$machine/dest dir")
  run install
  ends_with 0
  mode "$machine/dest dir$machine/ext/redislock.so" 644
  mode "$machine/dest dir$machine/etc/php/8.2/mods-available/redislock.ini" 644
  says 'Where it is to run: phpenmod -v 8.2 redislock'
  did_not sudo
  [ ! -e "$machine/ext" ] || fault 'installed outside of DESTDIR'
  run uninstall
  settings=()
  [ -z "$(find "$machine/dest dir" -type f)" ] || fault 'left something'
}
test_uninstall() {
  debian cli fpm
  run install
  gone bin/cargo lib
  run uninstall
  ends_with 0
  says "Removed $machine/ext/redislock.so"
  [ -z "$(find "$machine/etc" "$machine/ext" -name '*redislock*')" ] || fault 'left something'
  run uninstall
  ends_with 0
  says "There is no redislock in $usr/bin/php"
}
test_uninstall_of_absent_php() { settings=(PHP=php8.3); run uninstall; settings=(); refuses 'there is no php8.3'; }

test_install_outside_debian() {
  SCAN=$machine/conf.d fake_php local/bin/php 8.3.1 API20230831,NTS
  mkdir -p "$usr/local/sbin"
  ln -s ../bin/php "$usr/local/sbin/php-fpm"
  settings=(PHP="$usr/local/bin/php")
  run install
  ends_with 0
  says 'php-fpm loads it'
  mode "$machine/conf.d" 755
  mode "$machine/conf.d/redislock.ini" 644
  run uninstall
  settings=()
  ends_with 0
  [ ! -e "$machine/conf.d/redislock.ini" ] || fault 'left its ini file'
}
test_no_folder_of_ini_files() {
  SCAN= fake_php local/bin/php 8.3.1 API20230831,NTS
  settings=(PHP="$usr/local/bin/php")
  run install
  settings=()
  ends_with 1
  says "this PHP reads no folder of ini files: add the line extension=redislock to $machine/etc/php.ini"
}

# As an ordinary user in folders of root: here, in folders that the user may not write to before sudo.
as_user() {
  SCAN=$machine/root/conf.d fake_php bin/php8.2 8.2.30 API20220829,NTS
  sed -i "s#$machine/ext#$machine/root/ext#" "$usr/bin/php8.2"
  mkdir "$machine/root"
  fake sudo 'echo "sudo $*" >>'"$machine/log"' && chmod 755 '"$machine/root"' && FAKE_ID=0 exec "$@"'
  chmod 555 "$machine/root"
  if [ "$(id -u)" = 0 ]; then
    chmod 711 "$temp"
    chown -R nobody "$machine"
    shell=(setpriv --reuid=nobody --clear-groups)
  fi
}
test_install_by_sudo() {
  as_user
  run install
  shell=()
  ends_with 0
  says 'cli loads it'
  did "setup/install.sh put $usr/bin/php"
  [ "$(grep -c '^sudo' "$machine/log")" = 1 ] || fault 'asked more than once for root'
}
test_install_without_sudo() {
  as_user
  gone bin/sudo
  run install
  shell=()
  ends_with 1
  says "this needs root, and there is no sudo; as root, run: $(printf "%q " "$project/setup/install.sh" put "$usr/bin/php" "$project/modules/redislock.so")"
}
