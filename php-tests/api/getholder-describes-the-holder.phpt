--TEST--
getHolder() returns the label, the remaining seconds and whether the lock is ours, also for keys of foreign clients and of other types
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 60.0, server: $redis->address, label: 'worker %p on %h, 100 %');
say('no holder', $lock->getHolder());
$lock->acquire();
$label = 'worker ' . getmypid() . ' on ' . gethostname() . ', 100 %';
say('stored behind the token', preg_match('/^[0-9a-f]{32}:' . preg_quote($label) . '$/', $redis->ask('GET', 'k')));
say('the token', $lock->getToken() === $redis->ask('GET', 'k'));
$holder = $lock->getHolder();
say('class', [$holder::class, (new ReflectionClass($holder))->isFinal(), (new ReflectionClass($holder))->isReadOnly()]);
say('ours', [$holder->label === $label, $holder->remaining > 30.0 && $holder->remaining <= 60.0, $holder->isOwn]);
refusals(['read only' => fn() => $holder->label = 'x']);

$other = new RedisLock('k', server: $redis->address);
$holder = $other->getHolder();
say("another's", [$holder->label === $label, $holder->isOwn]);
say('a token and its label can be restored', RedisLock::restore('k', $lock->getToken(), server: $redis->address, autoRelease: false)->getHolder()->isOwn);

$before = $lock->getToken();
$lock->release();
say('another token the next time', [$lock->acquire(), $lock->getToken() !== $before, $lock->release()]);

$of = function (string ...$command) use ($redis, $other) {
    $redis->ask('DEL', 'k');
    $redis->ask(...$command);
    return (array) $other->getHolder();
};
say('without label', $of('SET', 'k', str_repeat('a', 32), 'PX', '100000000')['label']);
say('foreign', array_diff_key($of('SET', 'k', 'another:client'), ['remaining' => 1]));
say('without expiry', $of('SET', 'k', 'another-client')['remaining'] === INF);
say('another type', array_diff_key($of('LPUSH', 'k', 'x'), ['remaining' => 1]));
say('binary', $of('SET', 'k', str_repeat('a', 32) . ":a\nb")['label']);

$given = new RedisLock('caller-supplied', server: $redis->address, token: 'owner', label: 'not used');
$given->acquire();
say('a caller-supplied token has none', [$redis->ask('GET', 'caller-supplied'), $given->getHolder()->label, $given->getHolder()->isOwn]);

ini_set('redislock.label', 'from php.ini');
$set = new RedisLock('set', server: $redis->address);
$none = new RedisLock('none', server: $redis->address, label: '');
say('the setting', [$set->acquire(), $set->getHolder()->label, $none->acquire(), $none->getHolder()->label]);
say('longest', (new RedisLock('l', server: $redis->address, label: str_repeat('x', 200)))->tryAcquire());
refusals([
    'too long' => fn() => new RedisLock('k', label: str_repeat('x', 201)),
    'not printable' => fn() => new RedisLock('k', label: "a\nb"),
    'not ASCII' => fn() => new RedisLock('k', label: 'Prüfer'),
]);
?>
--EXPECT--
no holder: null
stored behind the token: 1
the token: true
class: ["RedisLockHolder",true,true]
ours: [true,true,true]
read only => Error: Cannot modify readonly property RedisLockHolder::$label
another's: [true,false]
a token and its label can be restored: true
another token the next time: [true,true,true]
without label: null
foreign: {"label":null,"isOwn":false}
without expiry: true
another type: {"label":null,"isOwn":false}
binary: null
a caller-supplied token has none: ["owner",null,true]
the setting: [true,"from php.ini",true,null]
longest: true
too long => ValueError: RedisLock::__construct(): Argument #13 ($label) must be at most 200 printable ASCII characters, like "web %h:%p"
not printable => ValueError: RedisLock::__construct(): Argument #13 ($label) must be at most 200 printable ASCII characters, like "web %h:%p"
not ASCII => ValueError: RedisLock::__construct(): Argument #13 ($label) must be at most 200 printable ASCII characters, like "web %h:%p"
