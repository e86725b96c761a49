--TEST--
A lock of another library is driven by lines: its answers, its failures, and a driver that ends
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../../campaign/driven.php';

/** It repeats what it is told, but for what this test asks of it by the key. */
final class EchoDriver extends Driven
{
    protected const DRIVER = [PHP_BINARY, '-n', '-r', <<<'PHP'
        while (($line = fgets(STDIN)) !== false) {
            [$name, $key] = explode(' ', trim($line)) + ['', ''];
            match (true) {
                $key === 'ends' => exit,
                $key === 'fails' => print "failed as it was told\n",
                $key === 'another' => print "denied\n",
                $name === 'acquire' => print 'acquired ' . strtr(trim($line), ' ', '/') . "\n",
                $name === 'refresh' => print $key === '1500' ? "refreshed\n" : "gone\n",
                default => print "released\n",
            };
        }
        PHP, '--'];
}

foreach (['free', 'another', 'fails', 'ends', 'free'] as $key) {
    $lock = new EchoDriver($key, 2.0, 'redis://127.0.0.1:1', 1);
    say("acquire $key", thrown(fn() => $lock->acquire(0.25)));
    say('  counts on it', $lock->getRemaining() > 0.0);
}
say('its token', $lock->getToken());
say('refresh', [$lock->refresh(1.5), $lock->getRemaining() > 0.0, $lock->getRemaining() <= 1.5]);
say('refresh in vain', [$lock->refresh(1.0), $lock->getRemaining()]);
say('release', [$lock->release(), $lock->getRemaining()]);
?>
--EXPECT--
acquire free: "nothing thrown, returned true"
  counts on it: true
acquire another: "nothing thrown, returned false"
  counts on it: false
acquire fails: "RedisLockConnectionException: as it was told"
  counts on it: false
acquire ends: "RedisLockConnectionException: the driver has ended, or did not answer"
  counts on it: false
acquire free: "nothing thrown, returned true"
  counts on it: true
its token: "acquire/free/2000/250"
refresh: [true,true,true]
refresh in vain: [false,0.0]
release: [true,0.0]
