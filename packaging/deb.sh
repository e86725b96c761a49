# The Debian package of what was built, with the files, names and scripts that debhelper's dh_php makes. Read by package.sh.

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

# deb FOLDER  makes php8.4-redislock_VERSION-1_ARCHITECTURE.deb in it. Debian's PHP is never thread-safe nor built for debugging.
deb() {
  local name=php$minor-redislock root=$scratch/deb api=${build#API} maintainer architecture doc
  maintainer=$(field_of_project authors)
  api=${api%%,*}
  architecture=$(dpkg --print-architecture)
  doc=$root/usr/share/doc/$name
  rm -rf "$root"
  mkdir -p "$root/DEBIAN" "$doc"
  install -D -m 644 "$REDISLOCK_SO" "$root/usr/lib/php/$api/redislock.so"
  mkdir -p "$root/etc/php/$minor/mods-available"
  printf '; RedisLock: a Redis lock for PHP\n; priority=20\nextension=redislock.so\n' >"$root/etc/php/$minor/mods-available/redislock.ini"
  cp -r README.md README.zh-CN.md docs stubs "$doc"
  { cat LICENSE; echo; cat "$licences"; } >"$doc/copyright"
  printf '%s (%s-1) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
    "$name" "$version" "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.Debian.gz"
  gzip -9n <CHANGELOG.md >"$doc/changelog.gz"
  filled packaging/deb/redislock.3 "$root/usr/share/man/man3/$name.3" 644
  gzip -9n "$root/usr/share/man/man3/$name.3"
  local script
  for script in postinst prerm postrm; do filled "packaging/deb/$script" "$root/DEBIAN/$script" 755; done
  echo "/etc/php/$minor/mods-available/redislock.ini" >"$root/DEBIAN/conffiles"
  (cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
  cat >"$root/DEBIAN/control" <<C
Package: $name
Version: $version-1
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$root" | cut -f 1)
Pre-Depends: php-common (>= 2:69~)
Depends: php$minor-common, phpapi-$api, $(libraries_of "$REDISLOCK_SO")
Recommends: ca-certificates
Suggests: redis-server | valkey-server
Provides: php-redislock
Section: php
Priority: optional
Homepage: $(field_of_project repository)
Description: distributed lock on Redis or Valkey, for PHP $minor
 One class, RedisLock: a token for every acquisition, a queue instead of
 polling, and a thread that renews the lease while the code works.
C
  chmod -R u=rwX,go=rX "$root"
  find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$root" "$1/${name}_$version-1_$architecture.deb" >/dev/null
  rm -rf "$root"
}
