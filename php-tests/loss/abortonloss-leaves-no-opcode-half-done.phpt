--TEST--
If abortOnLoss throws inside a string concatenation, an `@` or a `finally`, PHP cleans up each of them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/stopped.php';

$redis = RedisServer::start();

// The first time $mine is the second part of the string, and a pointer to it is left there.
$mine = str_repeat('mine', 3);
$parts = [['strval', $mine], ['usleep', A_WHILE]];
$before = dump($mine);
say('a string', lose($redis, function () use ($parts) {
    foreach ($parts as [$part, $of]) {
        $text = "<{$part($of)}>";
    }
}));
say('  of the program', dump($mine) === $before ? 'kept' : dump($mine));

say('its first part', lose($redis, function () use ($parts) {
    foreach ($parts as [$part, $of]) {
        $text = "{$part($of)} of $part";
    }
}));
say('  of the program', dump($mine) === $before ? 'kept' : dump($mine));

say('@', lose($redis, function () {
    @usleep(A_WHILE);
}));
say('  error_reporting', error_reporting() === E_ALL);

// The pending exception is the previous one of the loss.
$own = new DomainException('own');
$before = dump($own);
$previous = null;
say('finally', lose($redis, function () use ($own, &$previous) {
    try {
        try {
            throw $own;
        } finally {
            usleep(A_WHILE);
        }
    } catch (RedisLockLostException $exception) {
        $previous = $exception->getPrevious();
        throw $exception;
    }
}));
say('  of the program', $previous === $own);
$previous = null;
say('  freed', dump($own) === $before);

say('finally without an exception', lose($redis, function () {
    for (;;) {
        try {
            strlen('');
        } finally {
            usleep(A_WHILE);
        }
    }
}));

// Every check comes at the end of `finally`.
say('finally after each exception', lose($redis, function () {
    for (;;) {
        try {
            try {
                throw new DomainException();
            } finally {
                usleep(A_WHILE);
            }
        } catch (DomainException) {
        }
    }
}));
?>
--EXPECT--
a string: "RedisLockLostException"
  of the program: "kept"
its first part: "RedisLockLostException"
  of the program: "kept"
@: "RedisLockLostException"
  error_reporting: true
finally: "RedisLockLostException"
  of the program: true
  freed: true
finally without an exception: "RedisLockLostException"
finally after each exception: "RedisLockLostException"
