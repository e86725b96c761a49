--TEST--
Readers that wait for a writer acquire together after it; after a killed reader, waiters acquire when its lease ends
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$writer = new RedisLock($key, ttl: 60.0, server: $kind->server);
$writer->acquire();
$readers = [];
for ($n = 0; $n < 4; $n++) {
    $readers[] = $reader = child(<<<'PHP'
        $lock = new RedisLock($argv[1], ttl: 60.0, server: Kind::current()->server, shared: true);
        say('at once', $lock->tryAcquire());
        say('acquired', $lock->acquire(60.0));
        hear();
        say('released', $lock->release());
        PHP, [$key], killed: true);
    $reader->hear() === 'at once: false' || exit('it was not held');
}
say('released', $writer->release());
// No reader releases its share before all have one.
say('together', array_map(fn(PhpChild $reader) => $reader->hear(), $readers));
say('a writer', $writer->tryAcquire());
array_pop($readers)->kill();
foreach ($readers as $reader) {
    $reader->tell('release');
}
say('released', array_map(fn(PhpChild $reader) => $reader->finish(), $readers));
say('the killed one holds it', $writer->tryAcquire());
$kind->ask($key, 'PEXPIRE', $key, 500);
say('then it is over', $writer->acquire(60.0));
?>
--EXPECT--
released: true
together: ["acquired: true","acquired: true","acquired: true","acquired: true"]
a writer: false
released: ["released: true\n","released: true\n","released: true\n"]
the killed one holds it: false
then it is over: true
