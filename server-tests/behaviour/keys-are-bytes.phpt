--TEST--
A key is used byte for byte: binary, with a hash tag, with braces that are no hash tag, long
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$mark = bin2hex(random_bytes(6));
foreach ([
    'binary' => "\x00\xff\r\n \"$mark",
    'hash tag' => '{' . $mark . '}b',
    'no tag' => "a}b$mark",
    'empty tag' => "{}$mark",
    'open' => '{' . $mark,
    'long' => str_pad($mark, 65_536, '*'),
] as $what => $key) {
    $lock = new RedisLock($key, server: $kind->server);
    $other = new RedisLock($key, server: $kind->server);
    say($what, [
        'acquired' => $lock->acquire(),
        'there' => $kind->keyHolds($key) === $lock->getToken(),
        'by another' => $other->tryAcquire(),
        'refreshed' => $lock->refresh(),
        'owned' => $lock->isOwned(),
        'released' => $lock->release(),
        'key' => $kind->keyHolds($key),
    ]);
}
// The helper keys of a fence and of waiters are in the slot of the lock, if it has a hash tag of its own, too.
$lock = new RedisLock('{' . $mark . '}b', fenced: true, server: $kind->server);
say('fenced', $lock->acquire() && $lock->getFence() > 0);
$other = new RedisLock('{' . $mark . '}b', fenced: true, server: $kind->server);
say('a wait', $other->acquire(0.1));
say('released', $lock->release());
?>
--EXPECT--
binary: {"acquired":true,"there":true,"by another":false,"refreshed":true,"owned":true,"released":true,"key":null}
hash tag: {"acquired":true,"there":true,"by another":false,"refreshed":true,"owned":true,"released":true,"key":null}
no tag: {"acquired":true,"there":true,"by another":false,"refreshed":true,"owned":true,"released":true,"key":null}
empty tag: {"acquired":true,"there":true,"by another":false,"refreshed":true,"owned":true,"released":true,"key":null}
open: {"acquired":true,"there":true,"by another":false,"refreshed":true,"owned":true,"released":true,"key":null}
long: {"acquired":true,"there":true,"by another":false,"refreshed":true,"owned":true,"released":true,"key":null}
fenced: true
a wait: false
released: true
