--TEST--
The helper for editors names what Cache::lock() and the others return
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$cache = caches(RedisServer::start())->store('redis');
preg_match_all('/@method static (\S+) (\w+)\(/', file_get_contents(__DIR__ . '/../_ide_helper.php'), $methods, PREG_SET_ORDER);
foreach ($methods as [, $class, $method]) {
    $returned = match ($method) {
        'locks' => $cache->locks(['a']),
        'restoreLocks' => $cache->restoreLocks(['a'], 'owner'),
        'restoreLock' => $cache->restoreLock('a', 'owner'),
        default => $cache->$method('a'),
    };
    say($method, '\\' . $returned::class === $class);
}
?>
--EXPECT--
lock: true
restoreLock: true
readLock: true
locks: true
restoreLocks: true
funnel: true
