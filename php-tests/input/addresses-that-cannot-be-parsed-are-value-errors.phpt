--TEST--
Addresses that cannot be parsed are ValueErrors that never repeat the address
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$addresses = [
    '', ' ', 'hunter2', 'localhost:6379', '/run/redis.sock', 'redis:', 'redis://', 'redis://:hunter2@', 'redis://:hunter2@:6379',
    'redis://h:hunter2', 'redis://h:65536', 'redis://h:-1', 'redis://h/hunter2', 'redis://h/-1', 'redis://h/0/hunter2', 'redis://h/99999999999',
    'redis://[::1', 'redis://%ff@h', 'redis://h o s t', "redis://h\0ost",
    'http://h', 'hunter2://h', 'tcp://h', 'redis+tls://h', 'REDISX://h',
    'unix://', 'unix:///', 'unix://hunter2/s', 'unix:s', 'unix:///s?db=hunter2', 'unix:///s?db=-1',
    'redis://h?db=1', 'redis://h?hunter2=1', 'redis://h?read_timeout', 'redis://h?read_timeout=hunter2', 'redis://h?read_timeout=0',
    'redis://h?read_timeout=-1', 'redis://h?read_timeout=nan', 'redis://h?read_timeout=inf', 'redis://h?connect_timeout=3601',
    'unix:///s?hunter2=1', 'redis://h?sentinel_user=u', "redis://h\xff",
    'redis://h?ca=/x', 'unix:///s?cert=/x', 'redis://h?key=hunter2', 'redis://h?verify=0', 'rediss://h?verify=hunter2', 'rediss://h?verify=',
    'rediss://h?ca=', 'rediss://h?cert=hunter2', 'rediss://h?key=hunter2', 'rediss://h?hunter2=1', 'rediss://',
];
$refused = [];
foreach ($addresses as $address) {
    foreach ([fn() => new RedisLock('k', server: $address), fn() => RedisLock::restore('k', 't', server: $address)] as $use) {
        $refused[preg_replace('/^(ValueError: )RedisLock::\w+\(\): /', '$1', thrown($use))][] = json_encode($address, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
    }
}
foreach ($refused as $message => $which) {
    echo $message, "\n  ", implode("\n  ", array_unique($which)), "\n";
    say('  by constructor and restore alike', count($which) === 2 * count(array_unique($which)));
    say('  nothing secret', !str_contains($message, 'hunter2'));
}
?>
--EXPECT--
ValueError: Argument #4 ($server) must be an address like redis://host:6379/0 or unix:///path/to.sock
  ""
  " "
  "hunter2"
  "/run/redis.sock"
  "redis://:hunter2@"
  "redis://:hunter2@:6379"
  "redis://h:hunter2"
  "redis://h:65536"
  "redis://h:-1"
  "redis://[::1"
  "redis://h o s t"
  "redis://h\u0000ost"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has an unknown scheme, must be redis://, rediss:// or unix://
  "localhost:6379"
  "http://h"
  "hunter2://h"
  "tcp://h"
  "redis+tls://h"
  "REDISX://h"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) names no host
  "redis:"
  "redis://"
  "rediss://"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a database that is not a number
  "redis://h/hunter2"
  "redis://h/-1"
  "redis://h/0/hunter2"
  "redis://h/99999999999"
  "unix:///s?db=hunter2"
  "unix:///s?db=-1"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a percent-encoded part that is not UTF-8
  "redis://%ff@h"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) must have an absolute path after unix://, like unix:///run/redis.sock
  "unix://"
  "unix:///"
  "unix://hunter2/s"
  "unix:s"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has an unknown query option
  "redis://h?db=1"
  "redis://h?hunter2=1"
  "unix:///s?hunter2=1"
  "redis://h?sentinel_user=u"
  "rediss://h?hunter2=1"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a read_timeout that is not between 0.001 and 3600 seconds
  "redis://h?read_timeout"
  "redis://h?read_timeout=hunter2"
  "redis://h?read_timeout=0"
  "redis://h?read_timeout=-1"
  "redis://h?read_timeout=nan"
  "redis://h?read_timeout=inf"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a connect_timeout that is not between 0.001 and 3600 seconds
  "redis://h?connect_timeout=3601"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) must be an address in UTF-8
  "redis://h\ufffd"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has the option ca, but its scheme is without TLS
  "redis://h?ca=/x"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has the option cert, but its scheme is without TLS
  "unix:///s?cert=/x"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has the option key, but its scheme is without TLS
  "redis://h?key=hunter2"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has the option verify, but its scheme is without TLS
  "redis://h?verify=0"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a verify that is neither 0 nor 1
  "rediss://h?verify=hunter2"
  "rediss://h?verify="
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has an empty ca, which must name a file
  "rediss://h?ca="
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has only one of cert and key, which belong together
  "rediss://h?cert=hunter2"
  "rediss://h?key=hunter2"
  by constructor and restore alike: true
  nothing secret: true
