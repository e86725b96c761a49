--TEST--
The extension declares the nine classes and the four settings and nothing else
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$extension = new ReflectionExtension('redislock');
say('classes', $extension->getClassNames());
say('functions', array_keys($extension->getFunctions()));
say('constants', array_keys($extension->getConstants()));
say('settings', $extension->getINIEntries());
say('dependencies', $extension->getDependencies());
say('version', (bool) preg_match('/^\d+\.\d+\.\d+/', $extension->getVersion()));
say('loaded for good', $extension->isPersistent());

// Against the same PHP without it, in case something is declared in another extension's name.
$count = 'say("declared", [count(get_declared_classes()), count(get_declared_interfaces()), count(get_defined_functions()["internal"]), count(get_defined_constants()), count(stream_get_wrappers()), count(stream_get_filters())]);';
$without = json_decode(substr(PhpChild::start($count, extensions: [])->finish(), 10));
$with = json_decode(substr(PhpChild::start($count)->finish(), 10));
say('classes, interfaces, functions, constants, wrappers, filters more', array_map(fn($more, $less) => $more - $less, $with, $without));
?>
--EXPECT--
classes: ["RedisLockException","RedisLockConnectionException","RedisLockTimeoutException","RedisLockLostException","RedisLockHolder","RedisLockEvent","RedisLock","RedisSemaphore","RedisMultiLock"]
functions: []
constants: []
settings: {"redislock.server":"redis://127.0.0.1:6379","redislock.connect_timeout":"1.0","redislock.read_timeout":"2.0","redislock.label":"","redislock.event_loop":"auto"}
dependencies: []
version: true
loaded for good: true
classes, interfaces, functions, constants, wrappers, filters more: [9,0,0,0,0,0]
