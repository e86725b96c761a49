--TEST--
ini_restore() gives the settings their former values back
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['redislock.server' => 'redis://elsewhere', 'redislock.connect_timeout' => '5', 'redislock.read_timeout' => '6'] as $setting => $value) {
    $before = ini_get($setting);
    say('set', ini_set($setting, $value) === $before && ini_get($setting) === $value);
    ini_restore($setting);
    say($setting, ini_get($setting));
}
?>
--EXPECT--
set: true
redislock.server: "redis://127.0.0.1:6379"
set: true
redislock.connect_timeout: "1.0"
set: true
redislock.read_timeout: "2.0"
