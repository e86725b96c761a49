--TEST--
Signal handlers run while a waiter awaits a share or permits: the wait continues, or ends with the handler's exception and leaves nothing
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$kinds = [
    'shared' => [['shared' => true], fn() => writer($redis)],
    'permits' => [['permits' => 3, 'weight' => 2], fn() => semaphore($redis, 3, weight: 2)],
];
foreach ($kinds as $kind => [$options, $holder]) {
    foreach (['goes on', 'throws'] as $handler) {
        $holding = $holder();
        $holding->acquire();
        $before = [$redis->ask('TYPE', 'k'), $redis->ask('DUMP', 'k')];
        $waiter = PhpChild::start(<<<'PHP'
            [, $address, $handler, $options] = $argv;
            $options = unserialize($options) + ['key' => 'k', 'wait' => 600.0, 'server' => $address];
            $lock = isset($options['permits']) ? new RedisSemaphore(...$options) : new RedisLock(...$options);
            pcntl_async_signals(true);
            pcntl_signal(SIGALRM, function () use ($handler) {
                $handler === 'throws' ? throw new DomainException('enough') : say('handled', true);
            });
            try {
                say('got it', $lock->acquire());
            } catch (DomainException $exception) {
                say('thrown', $exception->getMessage());
            }
            say('held, owned', [$lock->isHeld(), $lock->isOwned()]);
            hear();
            say('acquired, released, errors', [$lock->acquire(), $lock->release(), RedisLock::stats()['errors']]);
            PHP, [$redis->address, $handler, serialize($options)]);
        await_waiting($redis);
        $sender->send('ALRM', $waiter);
        say("$kind, the handler $handler", $waiter->hear());
        if ($handler === 'goes on') {
            $sender->send('ALRM', $waiter);
            say('again', $waiter->hear());
            say('the holder keeps it', [$holding->isOwned(), [$redis->ask('TYPE', 'k'), $redis->ask('DUMP', 'k')] === $before]);
            $holding->release();
            echo $waiter->hear(), "\n", $waiter->hear(), "\n";
        } else {
            echo $waiter->hear(), "\n";
            say('the holder keeps it', [$holding->isOwned(), [$redis->ask('TYPE', 'k'), $redis->ask('DUMP', 'k')] === $before]);
            $holding->release();
        }
        $waiter->tell('once more');
        echo $waiter->finish();
        say('locks left', $redis->locks());
    }
}
?>
--EXPECT--
shared, the handler goes on: "handled: true"
again: "handled: true"
the holder keeps it: [true,true]
got it: true
held, owned: [true,true]
acquired, released, errors: [true,true,0]
locks left: []
shared, the handler throws: "thrown: \"enough\""
held, owned: [false,false]
the holder keeps it: [true,true]
acquired, released, errors: [true,true,0]
locks left: []
permits, the handler goes on: "handled: true"
again: "handled: true"
the holder keeps it: [true,true]
got it: true
held, owned: [true,true]
acquired, released, errors: [true,true,0]
locks left: []
permits, the handler throws: "thrown: \"enough\""
held, owned: [false,false]
the holder keeps it: [true,true]
acquired, released, errors: [true,true,0]
locks left: []
