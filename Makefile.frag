# What phpize's Makefile lacks for an extension that cargo builds. setup/phpize.sh calls cargo.

# Not built anew by "sudo make install", where cargo is in no PATH: that takes the .la away, but not this.
modules/redislock.so: $(srcdir)/Cargo.toml $(srcdir)/Cargo.lock $(srcdir)/.cargo/config.toml $(shell find $(srcdir)/src -type f)
	"$(srcdir)/setup/phpize.sh" build "$(PHP_CONFIG)"

# By which "make test" knows what to load.
$(phplibdir)/redislock.la: modules/redislock.so
	@echo "dlname='redislock.so'" >$@

# What "make test" runs, and what the tests' own processes load.
TESTS = php-tests
export REDISLOCK_SO = $(phplibdir)/redislock.so
