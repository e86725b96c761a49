--TEST--
A lock has no properties and takes none
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$lock = new RedisLock('k');
refusals([
    'write' => function () use ($lock) { $lock->note = 1; },
    'read' => fn() => @$lock->note,
    'isset' => fn() => isset($lock->note),
    'unset' => function () use ($lock) { unset($lock->note); },
    'foreach' => fn() => iterator_to_array((function () use ($lock) { foreach ($lock as $name => $value) { yield $name => $value; } })()),
    'array cast' => fn() => (array) $lock,
    'get_object_vars' => fn() => get_object_vars($lock),
    'as an array' => fn() => $lock['key'],
    'json' => fn() => json_encode($lock),
    'compared with itself' => fn() => $lock == $lock,
    'weak reference' => fn() => WeakReference::create($lock)->get() === $lock,
]);
?>
--EXPECT--
write => Error: Cannot create dynamic property RedisLock::$note
read => nothing thrown, returned null
isset => nothing thrown, returned false
unset => nothing thrown, returned null
foreach => nothing thrown, returned []
array cast => nothing thrown, returned []
get_object_vars => nothing thrown, returned []
as an array => Error: Cannot use object of type RedisLock as array
json => nothing thrown, returned "{}"
compared with itself => nothing thrown, returned true
weak reference => nothing thrown, returned true
