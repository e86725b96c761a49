--TEST--
If a signal handler throws between an argument's call and its SEND, PHP frees no value of the program
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/stopped.php';

function save($what, $content) {}
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () { throw new DomainException('handler'); });
$mine = [1, str_repeat('mine', 3)];
$before = dump($mine);
$thrown = null;
try {
    (function ($mine) {
        save(1, $mine);
        pcntl_alarm(1);
        save(1, usleep(A_WHILE));
    })($mine);
} catch (DomainException $exception) {
    $thrown = $exception->getMessage();
    $exception = null;
}
say('thrown', $thrown);
say('of the program', dump($mine) === $before ? 'kept' : dump($mine));
?>
--EXPECT--
thrown: "handler"
of the program: "kept"
