--TEST--
If abortOnLoss throws between an argument's call and its SEND, in every kind of call, PHP frees no value of the program
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/stopped.php';

// Each case first passes $mine in the place that is still empty when the loss is thrown, so a pointer to it is left there.
class Saves
{
    public function __construct($what, $content) {}
    public static function all($what, $content) {}
    public function one($what, $content) {}
}
function save($what, $content) {}
function save_by_reference($what, &$content) {}
function save_three($what, $content, $more) {}
$save = save(...);
$saves = new Saves(1, 1);
[$one, $two] = alike();
$cases = [
    'a function' => function ($mine) { save(1, $mine); save(1, usleep(A_WHILE)); },
    'a function that is not known yet' => function ($mine) { save_later(1, $mine); save_later(1, usleep(A_WHILE)); },
    'an internal function' => function ($mine) { array_merge([], $mine); array_merge([], usleep(A_WHILE)); },
    'a closure' => function ($mine) use ($save) { $save(1, $mine); $save(1, usleep(A_WHILE)); },
    'by reference' => function ($mine) { save_by_reference(1, $mine); save_by_reference(1, usleep(A_WHILE)); },
    'a method' => function ($mine) use ($saves) { $saves->one(1, $mine); $saves->one(1, usleep(A_WHILE)); },
    'a static method' => function ($mine) { Saves::all(1, $mine); Saves::all(1, usleep(A_WHILE)); },
    'a constructor' => function ($mine) { new Saves(1, $mine); new Saves(1, usleep(A_WHILE)); },
    'call_user_func' => function ($mine) { call_user_func('save', 1, $mine); call_user_func('save', 1, usleep(A_WHILE)); },
    'call_user_func_array' => function ($mine) { call_user_func_array('save', [1, $mine]); call_user_func_array('save', [1, usleep(A_WHILE)]); },
    'named' => function ($mine) use ($save) { $save(what: 1, content: $mine); $save(what: 1, content: usleep(A_WHILE)); },
    'unpacked' => function ($mine) use ($save) { $save(1, $mine); $save(...[1], ...[usleep(A_WHILE)]); },
    'nested' => function ($mine) { save(1, save(2, $mine)); save(1, save(2, usleep(A_WHILE))); },
    'beside values that were sent' => function ($mine) { save_three($mine, save($mine, $mine), 1); save_three($mine, save($mine, usleep(A_WHILE)), 1); },
    'in a callback' => fn($mine) => array_map(function ($mine) { save(1, $mine); save(1, usleep(A_WHILE)); }, [$mine]),
    'a callback' => function ($mine) { save(1, $mine); save(1, array_map('usleep', [A_WHILE])); },
    'in a generator' => fn($mine) => iterator_to_array((function ($mine) { yield save(1, $mine); yield save(1, usleep(A_WHILE)); })($mine)),
    'in a fiber' => function ($mine) { save(1, $mine); save(1, usleep(A_WHILE)); },
    // No call here. PHP checks for interrupts at the jump to the end of the choice.
    'a choice' => function ($mine) use ($one, $two) { save(1, $mine); save(1, $mine ? $one == $two : 0); },
];
function save_later($what, $content) {}

$redis = RedisServer::start();
foreach ($cases as $case => $work) {
    $mine = [1, str_repeat('mine', 3)];
    $before = dump($mine); // with the number of references to it
    if ($case === 'in a fiber') {
        $fiber = new Fiber(fn() => lose($redis, fn() => $work($mine)));
        $fiber->start();
        $thrown = $fiber->getReturn();
        $fiber = null;
    } else {
        $thrown = lose($redis, fn() => $work($mine));
    }
    say($case, dump($mine) === $before ? $thrown : $before . dump($mine));
}
?>
--EXPECT--
a function: "RedisLockLostException"
a function that is not known yet: "RedisLockLostException"
an internal function: "RedisLockLostException"
a closure: "RedisLockLostException"
by reference: "RedisLockLostException"
a method: "RedisLockLostException"
a static method: "RedisLockLostException"
a constructor: "RedisLockLostException"
call_user_func: "RedisLockLostException"
call_user_func_array: "RedisLockLostException"
named: "RedisLockLostException"
unpacked: "RedisLockLostException"
nested: "RedisLockLostException"
beside values that were sent: "RedisLockLostException"
in a callback: "RedisLockLostException"
a callback: "RedisLockLostException"
in a generator: "RedisLockLostException"
in a fiber: "RedisLockLostException"
a choice: "RedisLockLostException"
