--TEST--
A signal handler that uses the same servers reads the replies to the interrupted call, and that call returns
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';
require __DIR__ . '/../inc/signals.php';

$servers = servers(3);
$child = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    $servers = array_map(fn($address) => "$address?read_timeout=600", array_slice($argv, 1));
    $other = new RedisLock('other', server: $servers);
    $lock = new RedisLock('k', ttl: 600.0, server: $servers);
    say('locked', [$other->isLocked(), $lock->isLocked()]);
    pcntl_signal(SIGALRM, function () use ($other) {
        echo "in the handler\n";
        say('  locked', $other->isLocked());
    });
    hear();
    say('one server is down', $other->isLocked());
    foreach (['acquire', 'isOwned', 'refresh', 'release'] as $method) {
        hear();
        echo "asking\n";
        say($method, $lock->$method());
    }
    PHP, addresses($servers));
$sender = new SignalSender();
echo $child->hear(), "\n";
array_pop($servers)->stop();
$child->tell('go on');
echo $child->hear(), "\n";
for ($call = 0; $call < 4; $call++) {
    array_map(fn($server) => $server->suspend(), $servers);
    $child->tell('ask');
    echo $child->hear(), "\n";
    usleep(200_000); // it waits for the replies
    $sender->send('ALRM', $child);
    echo $child->hear(), "\n";
    array_map(fn($server) => $server->resume(), $servers);
    echo $child->hear(), "\n", $child->hear(), "\n";
}
?>
--EXPECT--
locked: [false,false]
one server is down: false
asking
in the handler
  locked: false
acquire: true
asking
in the handler
  locked: false
isOwned: true
asking
in the handler
  locked: false
refresh: true
asking
in the handler
  locked: false
release: true
