--TEST--
Settings out of range are ValueErrors that name the setting
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['redislock.connect_timeout', 'redislock.read_timeout'] as $setting) {
    foreach (['0', '-1', '3601', 'soon', '', 'NAN', 'INF', '1s', '0.0001'] as $value) {
        ini_set($setting, $value);
        echo "$setting = $value => ", thrown(fn() => new RedisLock('k', server: 'redis://localhost')), "\n";
    }
    ini_set($setting, '1.0');
}
foreach (['', 'hunter2', 'redis://:hunter2@', 'redis://h?hunter2=1', 'http://hunter2'] as $value) {
    ini_set('redislock.server', $value);
    echo thrown(fn() => new RedisLock('k')), "\n";
}
say('not looked at where the address is given', thrown(fn() => new RedisLock('k', server: 'redis://localhost')));
ini_set('redislock.server', 'redis://localhost');
foreach (['0.001', '3600', ' 5 ', '1e1'] as $value) {
    ini_set('redislock.read_timeout', $value);
    say($value, thrown(fn() => new RedisLock('k')));
}
?>
--EXPECT--
redislock.connect_timeout = 0 => ValueError: redislock.connect_timeout must be between 0.001 and 3600 seconds
redislock.connect_timeout = -1 => ValueError: redislock.connect_timeout must be between 0.001 and 3600 seconds
redislock.connect_timeout = 3601 => ValueError: redislock.connect_timeout must be between 0.001 and 3600 seconds
redislock.connect_timeout = soon => ValueError: redislock.connect_timeout must be between 0.001 and 3600 seconds
redislock.connect_timeout =  => ValueError: redislock.connect_timeout must be between 0.001 and 3600 seconds
redislock.connect_timeout = NAN => ValueError: redislock.connect_timeout must be between 0.001 and 3600 seconds
redislock.connect_timeout = INF => ValueError: redislock.connect_timeout must be between 0.001 and 3600 seconds
redislock.connect_timeout = 1s => ValueError: redislock.connect_timeout must be between 0.001 and 3600 seconds
redislock.connect_timeout = 0.0001 => ValueError: redislock.connect_timeout must be between 0.001 and 3600 seconds
redislock.read_timeout = 0 => ValueError: redislock.read_timeout must be between 0.001 and 3600 seconds
redislock.read_timeout = -1 => ValueError: redislock.read_timeout must be between 0.001 and 3600 seconds
redislock.read_timeout = 3601 => ValueError: redislock.read_timeout must be between 0.001 and 3600 seconds
redislock.read_timeout = soon => ValueError: redislock.read_timeout must be between 0.001 and 3600 seconds
redislock.read_timeout =  => ValueError: redislock.read_timeout must be between 0.001 and 3600 seconds
redislock.read_timeout = NAN => ValueError: redislock.read_timeout must be between 0.001 and 3600 seconds
redislock.read_timeout = INF => ValueError: redislock.read_timeout must be between 0.001 and 3600 seconds
redislock.read_timeout = 1s => ValueError: redislock.read_timeout must be between 0.001 and 3600 seconds
redislock.read_timeout = 0.0001 => ValueError: redislock.read_timeout must be between 0.001 and 3600 seconds
ValueError: redislock.server must be an address like redis://host:6379/0 or unix:///path/to.sock
ValueError: redislock.server must be an address like redis://host:6379/0 or unix:///path/to.sock
ValueError: redislock.server must be an address like redis://host:6379/0 or unix:///path/to.sock
ValueError: redislock.server has an unknown query option
ValueError: redislock.server has an unknown scheme, must be redis://, rediss:// or unix://
not looked at where the address is given: "nothing thrown, returned RedisLock"
0.001: "nothing thrown, returned RedisLock"
3600: "nothing thrown, returned RedisLock"
 5 : "nothing thrown, returned RedisLock"
1e1: "nothing thrown, returned RedisLock"
