--TEST--
Fences grow over acquisitions, processes, deletions of the key and of the counter
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$last = 0;
$see = function (string $after, int $fence) use (&$last) {
    say($after, $fence > $last);
    $last = $fence;
};
$lock = new RedisLock($key, fenced: true, server: $kind->server);
say('before', $lock->getFence());
for ($n = 0; $n < 3; $n++) {
    $lock->acquire();
    $see('after an acquisition', $lock->getFence());
    $lock->release();
}
foreach (['in another process', 'in one more'] as $where) {
    $see($where, (int) child(<<<'PHP'
        $lock = new RedisLock($argv[1], fenced: true, server: Kind::current()->server);
        $lock->acquire();
        echo $lock->getFence();
        PHP, [$key])->finish());
}
$lock->acquire();
$see('here again', $lock->getFence());
$kind->ask($key, 'DEL', $key);
$thief = new RedisLock($key, fenced: true, server: $kind->server);
$thief->acquire();
$see('after a deletion', $thief->getFence());
$kind->ask($key, 'DEL', "{{$key}}:redislock:fence");
$thief->release();
$lock->acquire();
$see('after the loss of the counter', $lock->getFence());
say('of a lock that is not fenced', (new RedisLock(Kind::newKey(), server: $kind->server))->synchronized(fn(RedisLock $lock) => $lock->getFence()));
?>
--EXPECT--
before: null
after an acquisition: true
after an acquisition: true
after an acquisition: true
in another process: true
in one more: true
here again: true
after a deletion: true
after the loss of the counter: true
of a lock that is not fenced: null
