--TEST--
ini_set() refuses a setting out of range; in php.ini it is a warning at the start of PHP and a ValueError at a lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['redislock.connect_timeout', 'redislock.read_timeout'] as $setting) {
    $before = ini_get($setting);
    $refused = array_filter(['0', '-1', '3601', 'soon', '', 'NAN', 'INF', '1s', '0.0001'], fn($value) => ini_set($setting, $value) === false && ini_get($setting) === $before);
    say("$setting, refused", array_values($refused));
    $taken = array_filter(['0.001', '3600', ' 5 ', '1e1'], fn($value) => ini_set($setting, $value) !== false && ini_get($setting) === $value);
    say('taken', array_values($taken));
    ini_restore($setting);
}
$refused = array_filter(['', 'hunter2', 'redis://:hunter2@', 'redis://h?hunter2=1', 'http://hunter2'], fn($value) => ini_set('redislock.server', $value) === false);
say('redislock.server, refused', count($refused));
say('still', ini_get('redislock.server'));
say('a lock of it', thrown(fn() => new RedisLock('k')));

// As php.ini has it.
$starts = [
    ['redislock.connect_timeout' => 'soon'],
    ['redislock.read_timeout' => '0'],
    ['redislock.server' => 'redis://:hunter2@'],
    ['redislock.server' => ''],
    ['redislock.server' => 'redis://h:70000'],
    ['redislock.server' => 'redis://localhost', 'redislock.read_timeout' => '0.5'],
];
foreach ($starts as $ini) {
    $child = PhpChild::start(<<<'PHP'
        echo thrown(fn() => new RedisLock('k')), "\n";
        ini_set('redislock.read_timeout', '2');
        echo thrown(fn() => new RedisLock('k', server: 'redis://localhost')), "\n";
        PHP, ini: $ini + ['display_startup_errors' => '1', 'display_errors' => '1', 'html_errors' => '0', 'log_errors' => '0'], mergeErrors: true);
    echo http_build_query($ini), "\n  ", preg_replace('/\n+/', "\n  ", trim($child->finish())), "\n";
}
?>
--EXPECT--
redislock.connect_timeout, refused: ["0","-1","3601","soon","","NAN","INF","1s","0.0001"]
taken: ["0.001","3600"," 5 ","1e1"]
redislock.read_timeout, refused: ["0","-1","3601","soon","","NAN","INF","1s","0.0001"]
taken: ["0.001","3600"," 5 ","1e1"]
redislock.server, refused: 5
still: "redis://127.0.0.1:6379"
a lock of it: "nothing thrown, returned RedisLock"
redislock.connect_timeout=soon
  Warning: PHP Startup: redislock.connect_timeout must be a number of seconds between 0.001 and 3600, like 0.5 in Unknown on line 0
  ValueError: redislock.connect_timeout must be a number of seconds between 0.001 and 3600, like 0.5
  ValueError: redislock.connect_timeout must be a number of seconds between 0.001 and 3600, like 0.5
redislock.read_timeout=0
  Warning: PHP Startup: redislock.read_timeout must be a number of seconds between 0.001 and 3600, like 0.5 in Unknown on line 0
  ValueError: redislock.read_timeout must be a number of seconds between 0.001 and 3600, like 0.5
  nothing thrown, returned RedisLock
redislock.server=redis%3A%2F%2F%3Ahunter2%40
  Warning: PHP Startup: redislock.server names no host: it must be like redis://host:6379/0 in Unknown on line 0
  ValueError: redislock.server names no host: it must be like redis://host:6379/0
  nothing thrown, returned RedisLock
redislock.server=
  Warning: PHP Startup: redislock.server is empty: it must be an address like redis://host:6379/0 in Unknown on line 0
  ValueError: redislock.server is empty: it must be an address like redis://host:6379/0
  nothing thrown, returned RedisLock
redislock.server=redis%3A%2F%2Fh%3A70000
  Warning: PHP Startup: redislock.server has a port that is not between 1 and 65535 in Unknown on line 0
  ValueError: redislock.server has a port that is not between 1 and 65535
  nothing thrown, returned RedisLock
redislock.server=redis%3A%2F%2Flocalhost&redislock.read_timeout=0.5
  nothing thrown, returned RedisLock
  nothing thrown, returned RedisLock
