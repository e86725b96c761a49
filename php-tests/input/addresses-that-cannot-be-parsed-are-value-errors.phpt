--TEST--
Addresses that cannot be parsed are ValueErrors that never repeat the address
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$addresses = [
    '', ' ', 'hunter2', 'localhost:6379', '/run/redis.sock', 'redis:', 'redis://', 'redis://:hunter2@', 'redis://:hunter2@:6379',
    'redis://h:hunter2', 'redis://h:65536', 'redis://h:-1', 'redis://h/hunter2', 'redis://h/-1', 'redis://h/0/hunter2', 'redis://h/99999999999',
    'redis://[::1', 'redis://%ff@h', 'redis://h o s t', "redis://h\0ost",
    "redis://h\0", "redis://h/0\0", "\0redis://h", "redis://h/0\x01", "redis://u:hun\tter2@h", "unix:///s\0", "redis-sentinel://h/m\0", "redis-cluster://h\0",
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
ValueError: Argument #4 ($server) is empty: it must be an address like redis://host:6379/0
  ""
  " "
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has no scheme: it must begin with redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://, like redis://host:6379/0
  "hunter2"
  "localhost:6379"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) is a path: write unix:// before it, like unix:///run/redis.sock
  "/run/redis.sock"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) names no host: it must be like redis://host:6379/0
  "redis:"
  "redis://"
  "redis://:hunter2@"
  "redis://:hunter2@:6379"
  "rediss://"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a port that is no number between 1 and 65535 (if that is a password: '@' and the host are missing behind it)
  "redis://h:hunter2"
  "redis://h:-1"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a port that is not between 1 and 65535
  "redis://h:65536"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a database that is not a number: it is the 2 in redis://host:6379/2 and in unix:///run/redis.sock?db=2
  "redis://h/hunter2"
  "redis://h/-1"
  "redis://h/0/hunter2"
  "redis://h/99999999999"
  "unix:///s?db=hunter2"
  "unix:///s?db=-1"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a '[' without a ']'
  "redis://[::1"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a percent-encoded part that is not UTF-8 (a '%' must be written %25)
  "redis://%ff@h"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a character in its host that no host has
  "redis://h o s t"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has a control character: in a password or a path it must be percent-encoded, like %09
  "redis://h\u0000ost"
  "redis://h\u0000"
  "redis://h/0\u0000"
  "\u0000redis://h"
  "redis://h/0\u0001"
  "redis://u:hun\tter2@h"
  "unix:///s\u0000"
  "redis-sentinel://h/m\u0000"
  "redis-cluster://h\u0000"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) begins with http://: write redis:// instead
  "http://h"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) begins with an unknown scheme: it must begin with redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://
  "hunter2://h"
  "REDISX://h"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) begins with tcp://: write redis:// instead
  "tcp://h"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) begins with redis+tls://: write rediss:// instead
  "redis+tls://h"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) must have an absolute path after unix://, like unix:///run/redis.sock
  "unix://"
  "unix:///"
  "unix://hunter2/s"
  "unix:s"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has an unknown query option: allowed are connect_timeout, read_timeout (the database is written behind the host, user and password before it, like redis://user:password@host/2; a '?' in a password must be written %3F)
  "redis://h?db=1"
  "redis://h?hunter2=1"
  "redis://h?sentinel_user=u"
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
ValueError: Argument #4 ($server) has an unknown query option: allowed are connect_timeout, read_timeout, db, user, pass (a '?' in a password must be written %3F)
  "unix:///s?hunter2=1"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) must be an address in UTF-8
  "redis://h\ufffd"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has the option ca, but its scheme is without TLS: with TLS it begins with rediss://
  "redis://h?ca=/x"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has the option cert, but its scheme is without TLS: with TLS it begins with rediss://
  "unix:///s?cert=/x"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has the option key, but its scheme is without TLS: with TLS it begins with rediss://
  "redis://h?key=hunter2"
  by constructor and restore alike: true
  nothing secret: true
ValueError: Argument #4 ($server) has the option verify, but its scheme is without TLS: with TLS it begins with rediss://
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
ValueError: Argument #4 ($server) has an unknown query option: allowed are connect_timeout, read_timeout, ca, cert, key, verify (the database is written behind the host, user and password before it, like redis://user:password@host/2; a '?' in a password must be written %3F)
  "rediss://h?hunter2=1"
  by constructor and restore alike: true
  nothing secret: true
