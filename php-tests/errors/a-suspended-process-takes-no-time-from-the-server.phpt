--TEST--
If a process and its server are suspended for longer than the read timeout, the reply that arrives afterwards counts
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
$proxy->on('EXISTS', 'suspend', "{$child->processId()} " . 2 * $timeout);
$child->tell('ask');
$is_suspended = fn() => str_contains(file_get_contents("/proc/{$child->processId()}/status"), '(stopped)');
await('the suspension', $is_suspended);
await('its end', fn() => !$is_suspended());
usleep(100_000); // it has looked, and there was no reply
$proxy->sendKeptReplies();
echo $child->hear(), "\n";
?>
--EXPECT--
connected: false
locked: "nothing thrown, returned false"
