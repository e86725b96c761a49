# Runs the tests of packages/opentelemetry and examples/prometheus. Read by run.sh.
# $REDISLOCK_TELEMETRY names a folder outside of the checkout. There OWNER-NAME is a clone of
# https://github.com/OWNER/NAME: open-telemetry-opentelemetry-php, Nevay-spi, php-fig-log,
# PromPHP-prometheus_client_php, and open-telemetry-opentelemetry-php-instrumentation, in whose ext
# "phpize && ./configure && make" has built modules/opentelemetry.so. Without that folder, the tests
# run over a double of the methods that are called.

# opentelemetry [PATH]
opentelemetry() {
  local path so=open-telemetry-opentelemetry-php-instrumentation/ext/modules/opentelemetry.so
  for path in open-telemetry-opentelemetry-php/src "$so" Nevay-spi/src php-fig-log/src PromPHP-prometheus_client_php/src; do
    [ ! -e "${REDISLOCK_TELEMETRY:-}/$path" ] || continue
    skip_reasons+=("NOT TESTED: the packages of OpenTelemetry and Prometheus; a double is (REDISLOCK_TELEMETRY names no folder with $path; tests/telemetry.sh says what belongs there)")
    suite "OpenTelemetry" with_telemetry "" "${1:-packages/opentelemetry/tests}"
    return
  done
  # The extension ctype, if it is not built into PHP.
  local options=(-d extension="$REDISLOCK_TELEMETRY/$so")
  "$PHP" -n -m | grep -qix ctype || options+=(-d extension=ctype)
  suite "OpenTelemetry" with_telemetry "$REDISLOCK_TELEMETRY" "${options[@]}" "${1:-packages/opentelemetry/tests}"
}

# with_telemetry FOLDER OPTIONS... PATH
with_telemetry() {
  export REDISLOCK_TELEMETRY=$1
  [ -n "$1" ] || unset REDISLOCK_TELEMETRY
  php_suite -j"$(nproc)" "${@:2}"
}
