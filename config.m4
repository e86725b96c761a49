dnl phpize && ./configure && make && make test && make install
dnl The compiling is cargo's: setup/phpize.sh says what that needs, and calls it.

PHP_ARG_ENABLE([redislock],
  [whether to build RedisLock],
  [AS_HELP_STRING([--disable-redislock], [Do not build RedisLock])],
  [yes])

if test "$PHP_REDISLOCK" != no; then
  AC_MSG_CHECKING([for Rust, libclang and the headers of this PHP])
  if redislock_said=`"$abs_srcdir/setup/phpize.sh" check "$PHP_CONFIG" 2>&1`; then
    AC_MSG_RESULT([found])
  else
    AC_MSG_RESULT([not all of them])
    AC_MSG_ERROR([$redislock_said])
  fi
  PHP_SUBST([PHP_CONFIG])
  PHP_ADD_BUILD_DIR([modules])
  PHP_MODULES='$(phplibdir)/redislock.la'
  PHP_ADD_MAKEFILE_FRAGMENT([$abs_srcdir/Makefile.frag], [$abs_srcdir], [$abs_builddir])
fi
