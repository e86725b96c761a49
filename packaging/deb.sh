# Debian packages. That of the extension has the files, names and scripts that debhelper's dh_php makes. Read by package.sh.

# libraries_of FILE  what it needs of Debian's libraries, as dpkg-shlibdeps would say it.
libraries_of() {
  local needs
  needs="libc6 (>= $(newest_glibc "$1"))"
  ! readelf -d "$1" | grep -q 'NEEDED.*libgcc_s' || needs+=', libgcc-s1 (>= 4.2)'
  printf '%s' "$needs"
}

# filled TEMPLATE TARGET MODE
filled() {
  mkdir -p "$(dirname "$2")"
  sed "s/@PHP@/$minor/g; s/@VERSION@/$version/g; s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/g" "$1" >"$2"
  chmod "$3" "$2"
}

# begin_deb NAME LICENCES  begins a package in $root: its copyright and its changelogs.
begin_deb() {
  local doc=$root/usr/share/doc/$1
  rm -rf "$root"
  mkdir -p "$root/DEBIAN" "$doc"
  { cat LICENSE; echo; cat "$2"; } >"$doc/copyright"
  printf '%s (%s-1) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
    "$1" "$version" "$(field_of_project authors)" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.Debian.gz"
  gzip -9n <CHANGELOG.md >"$doc/changelog.gz"
}

# finish_deb NAME FOLDER  makes NAME_VERSION-1_ARCHITECTURE.deb of $root. Standard input has the rest of its control file.
finish_deb() {
  local architecture
  architecture=$(dpkg --print-architecture)
  (cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
  {
    cat <<C
Package: $1
Version: $version-1
Architecture: $architecture
Maintainer: $(field_of_project authors)
Installed-Size: $(du -sk --apparent-size "$root" | cut -f 1)
Priority: optional
Homepage: $(field_of_project repository)
C
    cat
  } >"$scratch/control"
  mv "$scratch/control" "$root/DEBIAN/control"
  chmod -R u=rwX,go=rX "$root"
  find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$root" "$2/$1_$version-1_$architecture.deb" >/dev/null
  rm -rf "$root"
}

# deb FOLDER  makes php8.4-redislock_VERSION-1_ARCHITECTURE.deb in it. Debian's PHP is never thread-safe nor built for debugging.
deb() {
  local name=php$minor-redislock root=$scratch/deb api=${build#API} script
  api=${api%%,*}
  begin_deb "$name" "$licences"
  cp -r README.md README.zh-CN.md docs stubs "$root/usr/share/doc/$name"
  install -D -m 644 "$REDISLOCK_SO" "$root/usr/lib/php/$api/redislock.so"
  mkdir -p "$root/etc/php/$minor/mods-available"
  printf '; RedisLock: a Redis lock for PHP\n; priority=20\nextension=redislock.so\n' >"$root/etc/php/$minor/mods-available/redislock.ini"
  filled packaging/deb/redislock.3 "$root/usr/share/man/man3/$name.3" 644
  gzip -9n "$root/usr/share/man/man3/$name.3"
  for script in postinst prerm postrm; do filled "packaging/deb/$script" "$root/DEBIAN/$script" 755; done
  echo "/etc/php/$minor/mods-available/redislock.ini" >"$root/DEBIAN/conffiles"
  finish_deb "$name" "$1" <<C
Pre-Depends: php-common (>= 2:69~)
Depends: php$minor-common, phpapi-$api, $(libraries_of "$REDISLOCK_SO")
Recommends: ca-certificates
Suggests: redis-server | valkey-server
Provides: php-redislock
Section: php
Description: distributed lock on Redis or Valkey, for PHP $minor
 One class, RedisLock: a token for every acquisition, a queue instead of
 polling, and a thread that renews the lease while the code works.
C
}
