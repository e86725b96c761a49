--TEST--
If a signal handler throws while a reply is late, the call ends, and the next command deletes a key that it may have set
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
// The server executes it, and its reply never comes.
$proxy->on('SET', 'hang');
$waiter = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () { throw new DomainException('enough'); });
    $lock = new RedisLock('k', ttl: 600.0, server: "$argv[1]?read_timeout=600");
    say('acquire', thrown($lock->acquire(...)));
    say('held', $lock->isHeld());
    say('next contact', (new RedisLock('something else', server: "$argv[1]?read_timeout=600"))->acquire());
    hear();
    say('acquired anew', $lock->acquire(0.0));
    hear();
    PHP, [$proxy->address]);
await('the acquisition', fn() => $redis->ask('EXISTS', 'k') === 1);
(new SignalSender())->send('ALRM', $waiter);
echo $waiter->hear(), "\n", $waiter->hear(), "\n", $waiter->hear(), "\n";
say('key', $redis->ask('GET', 'k'));
$waiter->tell('go on');
echo $waiter->hear(), "\n";
say('keys', $redis->ask('EXISTS', 'k'));
echo $waiter->finish();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
acquire: "DomainException: enough"
held: false
next contact: true
key: null
acquired anew: true
keys: 1
keys left: 0
