--TEST--
If the work of synchronized() forks, the child continues without the lock, whether it exits, throws or returns; the parent keeps it
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/forks.php';

$redis = RedisServer::start();
foreach (['exits', 'throws', 'returns'] as $how) {
    $lock = new RedisLock('k', ttl: 600.0, server: $redis->address);
    [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $in = getmypid();
    $report = function (string $what, mixed $value) use ($its) { fwrite($its, "  child: $what: " . shown($value) . "\n"); };
    try {
        $result = $lock->synchronized(function (RedisLock $lock) use ($how, $report, $redis) {
            $child = pcntl_fork();
            if ($child === 0) {
                $report('held', $lock->isHeld());
                $report('own lock', (new RedisLock('own', server: $redis->address))->synchronized(fn(RedisLock $own) => $own->isOwned()));
                match ($how) {
                    'exits' => exit(0),
                    'throws' => throw new DomainException('from the child'),
                    'returns' => null,
                };
                return 'from the child';
            }
            pcntl_waitpid($child, $status);
            say("child $how", $status);
            say('  parent: held, owned', [$lock->isHeld(), $lock->isOwned()]);
            return 'from the parent';
        });
    } catch (Throwable $exception) {
        $result = [$exception::class, $exception->getPrevious() === null ? null : $exception->getPrevious()->getMessage()];
    }
    if (getmypid() !== $in) {
        $report('result', $result);
        exit(0);
    }
    fclose($its);
    unset($report);
    echo stream_get_contents($ours);
    say('  parent: result', $result);
    say('  keys left', $redis->ask('DBSIZE'));
}
say('reconnects, errors, lost', [RedisLock::stats()['reconnects'], RedisLock::stats()['errors'], RedisLock::stats()['lost']]);
?>
--EXPECT--
child exits: 0
  parent: held, owned: [true,true]
  child: held: false
  child: own lock: true
  parent: result: "from the parent"
  keys left: 0
child throws: 0
  parent: held, owned: [true,true]
  child: held: false
  child: own lock: true
  child: result: ["DomainException",null]
  parent: result: "from the parent"
  keys left: 0
child returns: 0
  parent: held, owned: [true,true]
  child: held: false
  child: own lock: true
  child: result: "from the child"
  parent: result: "from the parent"
  keys left: 0
reconnects, errors, lost: [0,0,0]
