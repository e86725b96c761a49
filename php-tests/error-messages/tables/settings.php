<?php

// Settings: the results of ini_set(), and PHP's startup warnings about php.ini.
$set = fn(string $setting, string $value) => fn() => ini_set("redislock.$setting", $value);
$start = fn(string $setting, string $value) => function () use ($setting, $value) {
    $ini = ["redislock.$setting" => $value, 'display_startup_errors' => '1', 'display_errors' => '1', 'html_errors' => '0', 'log_errors' => '0'];
    $said = PhpChild::start('echo thrown(fn() => new RedisLock("k"));', ini: $ini, mergeErrors: true)->finish();
    return array_values(array_filter(explode("\n", $said)));
};
$says = fn(string $setting, string $what) => 'nothing thrown, returned ' . shown([
    "Warning: PHP Startup: redislock.$setting $what in Unknown on line 0",
    "ValueError: redislock.$setting $what",
]);

return [
    'ini_set() of a time-out in words' => [$set('read_timeout', 'soon'), 'nothing thrown, returned false'],
    'ini_set() of a time-out in milliseconds' => [$set('connect_timeout', '5000'), 'nothing thrown, returned false'],
    'ini_set() of no address' => [$set('server', 'localhost:6379'), 'nothing thrown, returned false'],
    'ini_set() of a setting that does not exist' => [$set('timeout', '5'), 'nothing thrown, returned false'],
    'a time-out in words' => [$start('read_timeout', 'soon'), $says('read_timeout', 'must be a number of seconds between 0.001 and 3600, like 0.5')],
    'a time-out of 0' => [$start('connect_timeout', '0'), $says('connect_timeout', 'must be a number of seconds between 0.001 and 3600, like 0.5')],
    'an environment variable that is not set' => [$start('server', '${NO_SUCH_VARIABLE}'), $says('server', 'is empty: it must be an address like redis://host:6379/0')],
    'an address of another client' => [$start('server', 'tcp://localhost:6379'), $says('server', 'begins with tcp://: write redis:// instead')],
    'port 70000' => [$start('server', 'redis://:hunter2@localhost:70000'), $says('server', 'has a port that is not between 1 and 65535')],
];
