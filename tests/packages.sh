#!/usr/bin/env bash
# packages.sh [SUITE...]   installs the files of dist/ in bare systems of Debian and Ubuntu, as docs/install.md describes it: ./build.sh test packages
# In each: the command's .deb and its static binary; the .deb, a page by PHP-FPM, its removal; the archive as PIE installs it; the
# source archive, without a network, with this machine's Rust. The files are those that "./build.sh package" made last. Needs what fresh.sh needs.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/bare.sh
. packaging/names.sh

files=$PWD/dist/$(version_of_project)
[ -e "$files/SHA256SUMS" ] || fail "there are no packages of this version: run ./build.sh package"
(cd "$files" && sha256sum --quiet -c SHA256SUMS) || fail "a file of dist/ is not what SHA256SUMS says: run ./build.sh package"
suites=("$@")
[ $# -gt 0 ] || suites=(bookworm trixie noble)
need_roots

# php_of SUITE  the version that its packages are for
php_of() { case $1 in bookworm) echo 8.2 ;; noble) echo 8.3 ;; trixie) echo 8.4 ;; *) echo 8.5 ;; esac }

# Runs the README's first example, and --ri, with a PHP that loads the extension by its configuration.
cat >"$folder/works.sh" <<'W'
set -eu
redis-server --port 6379 --save '' --daemonize yes --dir /tmp --pidfile /tmp/redis.pid >/dev/null
trap 'kill $(cat /tmp/redis.pid)' EXIT
until redis-cli ping 2>/dev/null | grep -q PONG; do sleep 0.05; done
php --ri redislock | grep -q "^Version => $VERSION$"
php /files/example.php | tee /dev/stderr | grep -qx 'Order 4711 is ours for [1-9][0-9]* seconds\.'
[ "$(redis-cli exists order:4711)" = 0 ]
W
# Prints the first snippet of the README that is a complete program.
awk '/^```php$/ { take = 1; next } /^```$/ && take { exit } take' README.md >"$folder/example.php"

# A page of PHP-FPM, asked for by PHP's own FastCGI: no web server is needed.
cat >"$folder/fpm.sh" <<'W'
set -eu
redis-server --port 6379 --save '' --daemonize yes --dir /tmp --pidfile /tmp/redis.pid >/dev/null
printf '[global]\nerror_log=/tmp/fpm.log\npid=/tmp/fpm.pid\n[www]\nuser=www-data\ngroup=www-data\nlisten=127.0.0.1:9000\npm=static\npm.max_children=1\n' >/tmp/fpm.conf
php-fpm$PHP -y /tmp/fpm.conf
trap 'kill $(cat /tmp/redis.pid) $(cat /tmp/fpm.pid)' EXIT
until redis-cli ping 2>/dev/null | grep -q PONG; do sleep 0.05; done
until SCRIPT_FILENAME=/files/example.php REQUEST_METHOD=GET cgi-fcgi -bind -connect 127.0.0.1:9000 >/tmp/page 2>/dev/null; do sleep 0.05; done
grep -x 'Order 4711 is ours for [1-9][0-9]* seconds\.' /tmp/page
W

# Lists all files of redislock on a system.
cat >"$folder/traces.sh" <<'W'
find / -xdev \( -path /proc -o -path /files -o -path /var/log -o -path /tmp -o -path /var/cache/man \) -prune -o -iname '*redislock*' -print
dpkg -l '*redislock*' 2>/dev/null | grep '^[ir]' || true
! command -v php >/dev/null || php --ri redislock 2>&1 | grep -v 'not present' || true
W

# with COMMAND  runs a command inside the root, without Rust
bare=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
with() { inside "$root" root "export DEBIAN_FRONTEND=noninteractive PATH=$bare VERSION=$version PHP=$php; $1"; }
offline() { local network=(--net); with "$1"; }
# The README's first example, on a server at its usual port.
works() { step "$1: a lock" offline 'sh /files/works.sh'; }
# took NAME SECONDS_AT_ITS_BEGIN
took() { echo "$suite: from PHP and Redis to a lock by $1: $((SECONDS - $2)) s"; }
nothing_left() { [ -z "$(with 'sh /files/traces.sh' | tee /dev/stderr)" ]; }

# The command, by its .deb and by its archive: without PHP, and without a network but for Debian's packages.
cat >"$folder/command.sh" <<'W'
set -eu
redis-server --port 6379 --save '' --daemonize yes --dir /tmp --pidfile /tmp/redis.pid >/dev/null
trap 'kill $(cat /tmp/redis.pid)' EXIT
until redis-cli ping 2>/dev/null | grep -q PONG; do sleep 0.05; done
"$1" --version | grep -x "redislock $VERSION"
"$1" exec -n key -- sh -c '"$1" exec -n key -- true; [ $? = 75 ]' sh "$1"
W
command_way() {
  local archive
  archive=$(basename "$files/redislock-$version-$(uname -m)-linux.tar.gz")
  step 'Redis and man' with 'apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server man-db' || return
  step "the command's .deb" with "apt-get install -y -qq --no-install-recommends $command_deb && ! command -v php" \
    && step "the command's .deb: a lock" offline 'sh /files/command.sh redislock' || return
  step 'man redislock' with "man redislock | tee /dev/stderr | grep -A 100 '^EXIT STATUS' | grep -q '^ *70 *of exec: the lock was lost'" || true
  step 'completions' with 'grep -q fenced /usr/share/bash-completion/completions/redislock /usr/share/zsh/vendor-completions/_redislock /usr/share/fish/vendor_completions.d/redislock.fish' || true
  step 'the licences of its crates' with "grep -q '^clap ' /usr/share/doc/redislock-tools/copyright" || true
  step "apt-get purge leaves nothing of the command" with 'apt-get purge -y -qq redislock-tools' && step "nothing is left" nothing_left || true
  if [ ! -e "$files/$archive" ]; then
    echo "NOT TESTED: $suite: there is no static binary"
    return
  fi
  step 'the static binary: a lock' offline "tar -xzf /files/dist/$archive -C /tmp && sh /files/command.sh /tmp/${archive%.tar.gz}/redislock && rm -r /tmp/${archive%.tar.gz}"
}

# By each way, from a system with PHP and Redis to a working lock.
ways() {
  local start=$SECONDS
  step "the .deb" with "apt-get install -y -qq --no-install-recommends $deb" && works "the .deb" || return
  took "the .deb" "$start"
  step "no Rust and no clang is there" with '! command -v cargo rustc clang && ! ls /usr/lib/*/libclang* 2>/dev/null' || return
  step "a page by PHP-FPM" with "apt-get install -y -qq --no-install-recommends php$php-fpm libfcgi-bin && php-fpm$php -m | grep -qx redislock" && step "a page by PHP-FPM: a lock" offline 'sh /files/fpm.sh' || return
  step "man page and copyright" with "zcat /usr/share/man/man3/php$php-redislock.3.gz | grep -q RedisLock; grep -q '^ring ' /usr/share/doc/php$php-redislock/copyright" || true
  step "apt-get remove disables it" with "apt-get remove -y -qq php$php-redislock && ! php -m | grep -i redislock && ! php-fpm$php -m | grep -i redislock" || true
  step "apt-get purge leaves nothing" with "apt-get purge -y -qq php$php-redislock" && step "nothing is left" nothing_left || true
  # As PIE's UnixBuild, UnixInstall and SetupIniFile do: redislock.so from the archive's root, phpenmod where the ini files are Debian's.
  start=$SECONDS
  step "the archive, by PIE's steps" with "cd /tmp && unzip -q -o $archive && install -m 644 redislock.so \"\$(php -r 'echo PHP_EXTENSION_DIR;')/\" \
    && printf '; PIE automatically added this to enable the redislock/redislock extension\n; priority=80\nextension=redislock\n' >/etc/php/$php/mods-available/redislock.ini \
    && phpenmod -v $php -s ALL redislock && php-fpm$php -m | grep -qx redislock" && works "the archive" || return
  took "the archive" "$start"
  step "PIE's uninstallation" with "phpdismod -v $php -s ALL redislock && rm /etc/php/$php/mods-available/redislock.ini \"\$(php -r 'echo PHP_EXTENSION_DIR;')/redislock.so\" && ! php -m | grep -i redislock"
}

# The second way of docs/install.md's section "Source", as a Dockerfile's first stage, without a network but for Debian's packages.
source_way() {
  step "what a build needs" with "apt-get install -y -qq --no-install-recommends php$php-dev libclang-dev libc6-dev make" || return
  step "./configure without cargo says so" with "mkdir /tmp/s && tar -xzf $source -C /tmp/s && cd /tmp/s/redislock-$version && phpize >/dev/null && ! ./configure >/tmp/said 2>&1 && grep 'configure: error: there is no cargo in PATH' /tmp/said" || true
  local start=$SECONDS
  step "phpize, configure and make, offline" offline "cd /tmp/s/redislock-$version && PATH=/opt/rust/bin:$bare && phpize && ./configure && make" || return
  step "make install, where root has no cargo" with "cd /tmp/s/redislock-$version && make install" || return
  step "an ini file" with "echo extension=redislock >/etc/php/$php/cli/conf.d/20-redislock.ini" && works "source" || return
  took "phpize" "$start"
  step "make test" with "cd /tmp/s/redislock-$version && cp -r /files/php-tests . && NO_INTERACTION=1 make test TESTS='-q php-tests/api' | tee /dev/stderr | grep -q 'Tests failed *: *0 '" || true
  step "phpize --clean leaves what was there" with "cd /tmp/s/redislock-$version && make clean >/dev/null && phpize --clean >/dev/null && rm -rf target php-tests && [ -z \"\$(tar -tzf $source | sed 's#^\./redislock-$version/##' | grep -v '/\$' | LC_ALL=C sort | comm -13 - <(find . -type f -printf '%P\n' | grep -v '~\$' | LC_ALL=C sort) | tee /dev/stderr)\" ]" || true
}

user=root
for suite in "${suites[@]}"; do
  root=$folder/$suite php=$(php_of "$suite") version=$(version_of_project)
  deb=/files/dist/php$php-redislock_$version-1_$(dpkg --print-architecture).deb
  command_deb=/files/dist/redislock-tools_$version-1_$(dpkg --print-architecture).deb
  archive=/files/dist/$(archive_name "$version" "$php" API,NTS "$(uname -m)" linux glibc)
  source=/files/dist/php_redislock-$version-src.tgz
  step 'a bare system' make_root "$suite" "$root" || continue
  mkdir -p "$root/files/dist"
  cp -r "$folder"/*.sh "$folder/example.php" php-tests "$root/files/"
  cp "$files"/* "$root/files/dist/"
  command_way || true
  if [ ! -e "$root$deb" ] || [ ! -e "$root$archive" ]; then
    echo "NOT TESTED: $suite: there are no packages for PHP $php"
    failed=$((failed + 1))
    continue
  fi
  step 'PHP and Redis' with "apt-get update -qq && apt-get install -y -qq --no-install-recommends php$php-cli redis-server unzip" || continue
  ways || true
  source_way || true
  rm -rf --one-file-system "$root"
done
summary packages
