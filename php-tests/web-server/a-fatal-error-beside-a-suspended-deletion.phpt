--TEST--
After a fatal error while a fiber is suspended in the deletion of what a late command left, later requests delete it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/WebServer.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
mkdir($folder = "$redis->directory/web");
$web = new WebServer($folder, strtr(<<<'PHP'
    $server = SERVER . '?read_timeout=1';
    if ($_GET['do'] === 'attempt') {
        try {
            (new RedisLock('k', ttl: 600.0, wait: 0.0, server: $server))->acquire();
        } catch (RedisLockConnectionException) {
            echo 'no reply';
        }
    } elseif ($_GET['do'] === 'end') {
        RedisLock::setPoll(fn() => Fiber::getCurrent() && Fiber::suspend());
        $fiber = new Fiber(fn() => (new RedisLock('other', server: $server))->isLocked());
        $fiber->start();
        echo $fiber->isSuspended() ? 'suspended' : 'not suspended';
        str_repeat('x', 1 << 30);
    } else {
        (new RedisLock('other', server: $server))->isLocked();
    }
    PHP, ['SERVER' => var_export($proxy->address, true)]), ['memory_limit' => '64M', 'html_errors' => '0', 'display_errors' => '0']);
$web->request(do: 'contact');
$proxy->on('SET', 'keep');
say('an attempt', $web->request(do: 'attempt'));
$proxy->always('EVALSHA', 'delay', 0.3)->always('EVAL', 'delay', 0.3);
say('its deletion', $web->request(do: 'end'));
$proxy->reset();
say('commands that come late', $proxy->deliver());
await('later requests to delete the key', fn() => $web->request(do: 'contact') === '' && $redis->ask('EXISTS', 'k') === 0);
say('the key', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
an attempt: "no reply"
its deletion: "suspended"
commands that come late: 1
the key: 0
