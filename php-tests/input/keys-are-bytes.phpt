--TEST--
Keys are used byte for byte: NUL, bytes that are no UTF-8, 65,536 of them, digits
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$keys = [
    'NUL' => "a\0b",
    'NUL alone' => "\0",
    'no UTF-8' => "\xff\xfe\x80 \xc3",
    'line ends' => "a\r\nb\r\n",
    'all bytes' => implode('', array_map(chr(...), range(0, 255))),
    'UTF-8' => 'Straße 🔒',
    'digits' => '123',
    'a space' => ' ',
    'the longest' => random_bytes(65_536),
];
foreach ($keys as $what => $key) {
    $lock = new RedisLock($key, server: $redis->address);
    $before = $redis->locks();
    $result = [
        $lock->acquire(),
        $redis->locks() === [$key],
        $redis->ask('GET', $key) === $lock->getToken(),
        (new RedisLock($key, server: $redis->address))->acquire(0.005),
        $lock->refresh(),
        $lock->isOwned(),
        $lock->isLocked(),
        $lock->getKey() === $key,
        $lock->release(),
        count($redis->locks()),
        $before,
    ];
    say($what, $result);
}
?>
--EXPECT--
NUL: [true,true,true,false,true,true,true,true,true,0,[]]
NUL alone: [true,true,true,false,true,true,true,true,true,0,[]]
no UTF-8: [true,true,true,false,true,true,true,true,true,0,[]]
line ends: [true,true,true,false,true,true,true,true,true,0,[]]
all bytes: [true,true,true,false,true,true,true,true,true,0,[]]
UTF-8: [true,true,true,false,true,true,true,true,true,0,[]]
digits: [true,true,true,false,true,true,true,true,true,0,[]]
a space: [true,true,true,false,true,true,true,true,true,0,[]]
the longest: [true,true,true,false,true,true,true,true,true,0,[]]
