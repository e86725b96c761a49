--TEST--
A lock and a read lock with one chosen owner exclude each other, and a held read lock is its owner's
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$others = [RedisServer::start(), RedisServer::start()];
foreach (['plain' => [], 'renewed' => ['lock_renew' => true], 'lock_server' => ['lock_server' => "unix://$redis->socket"], 'a list' => ['lock_server' => ["unix://$redis->socket", $others[0]->address, $others[1]->address]]] as $what => $keys) {
    $store = caches($redis, $keys)->store('redis');
    $writer = $store->lock('job', 600, 'me');
    say("$what: the lock, a read lock of its owner, of another one", [$writer->get(), $store->readLock('job', 600, 'me')->get(), $store->readLock('job', 600, 'you')->get()]);
    say('  the lock is held, and released', [$writer->isOwnedByCurrentProcess(), $writer->release()]);
    $reader = $store->readLock('job', 600, 'me');
    say('  a read lock, the lock of its owner', [$reader->get(), $store->lock('job', 600, 'me')->get()]);
    say('  it is its owner\'s', [$reader->isOwnedByCurrentProcess(), $reader->isOwnedBy('me'), $reader->isOwnedBy('you')]);
    say('  it is released', [$reader->release(), $redis->ask('DBSIZE')]);
}
$generated = caches($redis)->store('redis')->readLock('job', 600);
say('a read lock without a chosen owner', [$generated->get(), $generated->isOwnedByCurrentProcess(), $generated->release()]);

// With lock_server, another process takes a read lock behind each command that the lock's acquisition consists of.
$redis->ask('FLUSHALL');
pcntl_async_signals(true);
$reader = laravel_child('$lock = caches_at($argv[1], ["lock_server" => "unix://$argv[1]"])->store("redis")->readLock("job", 600, "me"); while (hear()) { echo json_encode($lock->get()), "\n"; hear(); echo json_encode($lock->isOwnedByCurrentProcess()), "\n"; $lock->release(); }', $redis);
$proxy = FaultProxy::before($redis);
$store = caches($redis, ['lock_server' => "$proxy->address?read_timeout=60"])->store('redis');
$store->lock('warm', 60, 'me')->get(); // the server knows the scripts
for ($step = 1; $step <= 4; $step++) {
    $commands = 0;
    $got = null;
    pcntl_signal(SIGUSR1, function () use ($proxy, $reader, $step, &$commands, &$got): void {
        if (++$commands < $step) {
            $proxy->on('*', 'signal', getmypid());
        } else {
            $reader->tell('get');
            $got = json_decode($reader->hear());
        }
        $proxy->sendKeptReplies();
    });
    $proxy->on('*', 'signal', getmypid());
    $writer = $store->lock('job', 600, 'me');
    $taken = $writer->get();
    $reader->tell('is it yours?');
    say("behind command $step: the lock, the read lock, which of them its owner has", [$taken, $got, $writer->isOwnedByCurrentProcess(), json_decode($reader->hear())]);
    $proxy->reset();
    $redis->ask('FLUSHALL');
}
$reader->finish();

// While the lock's owner has its turn, a read lock of another owner need not wait, and one of this owner waits only shortly.
$server = '["lock_server" => "unix://$argv[1]"]';
$other = laravel_child("echo json_encode(caches_at(\$argv[1], $server)->store('redis')->readLock('job', 600, hear())->get());", $redis);
$own = laravel_child(<<<PHP
    \$lock = caches_at(\$argv[1], $server)->store('redis')->readLock('job', 600, hear());
    foreach ([fn() => \$lock->get(), fn() => \$lock->block(0)] as \$call) {
        \$start = hrtime(true);
        \$result = strtok(thrown(\$call), ':');
        echo json_encode([\$result, (hrtime(true) - \$start) / 1e9]), "\n";
    }
    PHP, $redis);
$lateness = lateness();
pcntl_signal(SIGUSR1, function () use ($proxy, $other, $own, $lateness): void {
    $own->tell('me');
    foreach (['in a turn: get() by its owner, shortly', '  block(0), shortly'] as $call) {
        [$result, $seconds] = json_decode($own->hear());
        say($call, [$result, $seconds < 0.4 + $lateness() ?: $seconds]);
    }
    $other->tell('you');
    say('  get() by another owner', json_decode($other->hear()));
    $proxy->sendKeptReplies();
});
$proxy->on('*', 'signal', getmypid());
say('  the lock', $store->lock('job', 600, 'me')->get());
$other->finish();
$own->finish();
$redis->ask('FLUSHALL');

// Read locks of one owner take turns, too, but none that waits is refused for that.
$readers = [];
for ($n = 0; $n < 6; $n++) {
    $readers[] = laravel_child('$lock = caches_at($argv[1], ["lock_server" => "unix://$argv[1]"])->store("redis")->readLock("job", 60, "us"); echo "ready\n"; hear(); echo (int) $lock->block(5), "\n"; hear();', $redis);
}
array_map(fn($child) => $child->hear(), $readers);
array_map(fn($child) => $child->tell('go'), $readers);
say('of six read locks of one owner at once', array_sum(array_map(fn($child) => (int) $child->hear(), $readers)));
array_map(fn($child) => $child->finish(), $readers);

// A read lock whose turn was lost meanwhile may be another lock's by now.
$redis->ask('FLUSHALL');
pcntl_signal(SIGUSR1, function () use ($proxy, $redis): void {
    $lost = RedisLock::stats()['lost'];
    $redis->ask('DEL', ...$redis->ask('KEYS', '*:redislock:owner')); // as an eviction does
    await('the renewal notices that', fn() => RedisLock::stats()['lost'] > $lost);
    $proxy->sendKeptReplies();
});
$proxy->on('EVALSHA', 'signal', getmypid());
say('a read lock that has lost its turn', $store->readLock('job', 600, 'me')->get());

// A read lock that comes too late for its turn does not stay, and none ends another one of its owner sooner.
foreach ([30, 0] as $seconds) {
    $redis->ask('FLUSHALL');
    $proxy->on('EVALSHA 13', 'delay', 2.5); // the acquisition of the share
    say("a late read lock for $seconds s, and what is left", [$store->readLock('job', $seconds, 'me')->get(), $redis->ask('KEYS', '*job')]);
}
$lock = $store->readLock('job', 600, 'me');
say('two of one owner', [$lock->get(), $store->readLock('job', 30, 'me')->get(), $lock->getHolder()?->remaining > 500]);
?>
--EXPECT--
plain: the lock, a read lock of its owner, of another one: [true,false,false]
  the lock is held, and released: [true,true]
  a read lock, the lock of its owner: [true,false]
  it is its owner's: [true,true,false]
  it is released: [true,0]
renewed: the lock, a read lock of its owner, of another one: [true,false,false]
  the lock is held, and released: [true,true]
  a read lock, the lock of its owner: [true,false]
  it is its owner's: [true,true,false]
  it is released: [true,0]
lock_server: the lock, a read lock of its owner, of another one: [true,false,false]
  the lock is held, and released: [true,true]
  a read lock, the lock of its owner: [true,false]
  it is its owner's: [true,true,false]
  it is released: [true,0]
a list: the lock, a read lock of its owner, of another one: [true,false,false]
  the lock is held, and released: [true,true]
  a read lock, the lock of its owner: [true,false]
  it is its owner's: [true,true,false]
  it is released: [true,0]
a read lock without a chosen owner: [true,true,true]
behind command 1: the lock, the read lock, which of them its owner has: [true,false,true,false]
behind command 2: the lock, the read lock, which of them its owner has: [true,false,true,false]
behind command 3: the lock, the read lock, which of them its owner has: [true,false,true,false]
behind command 4: the lock, the read lock, which of them its owner has: [true,false,true,false]
in a turn: get() by its owner, shortly: ["nothing thrown, returned false",true]
  block(0), shortly: ["Illuminate\\Contracts\\Cache\\LockTimeoutException",true]
  get() by another owner: true
  the lock: false
of six read locks of one owner at once: 6
a read lock that has lost its turn: false
a late read lock for 30 s, and what is left: [false,[]]
a late read lock for 0 s, and what is left: [false,[]]
two of one owner: [true,true,true]
