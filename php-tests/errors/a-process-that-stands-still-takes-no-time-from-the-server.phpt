--TEST--
A process and its server stand still for longer than the read timeout, as a virtual machine does: the reply that comes afterwards counts
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$timeout = 3.0;
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$child = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', server: $argv[1]);
    say('connected', $lock->isLocked());
    hear();
    say('locked', thrown($lock->isLocked(...)));
    PHP, ["$proxy->address?read_timeout=$timeout"]);
echo $child->hear(), "\n";
$proxy->on('EXISTS', 'halt', $child->processId());
$child->tell('ask');
await('the halt', fn() => str_contains(file_get_contents("/proc/{$child->processId()}/status"), 'stopped'));
usleep((int) (2 * $timeout * 1e6));
posix_kill($child->processId(), SIGCONT);
usleep(100_000); // it has looked, and there was no reply
$proxy->letGo();
echo $child->hear(), "\n";
?>
--EXPECT--
connected: false
locked: "nothing thrown, returned false"
