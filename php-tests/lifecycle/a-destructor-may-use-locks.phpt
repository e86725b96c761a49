--TEST--
A destructor may use locks, its own and others, in the middle of work and at the end
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
final class Guard
{
    public function __construct(private RedisLock $lock, private string $name) {}
    public function __destruct()
    {
        say($this->name, [
            $this->lock->isHeld(),
            strtok(thrown(fn() => $this->lock->synchronized(fn() => 'worked')), ':'),
            $this->lock->refresh(),
            $this->lock->release(),
        ]);
    }
}
$lock = new RedisLock('k', server: $redis->address);
$lock->synchronized(function (RedisLock $lock) use ($redis) {
    $guard = new Guard($lock, 'in the work');
    unset($guard);
    say('key', $redis->ask('EXISTS', 'k'));
});
$lock->acquire();
$guard = new Guard($lock, 'outside');
unset($guard);
say('key', $redis->ask('EXISTS', 'k'));

$child = PhpChild::start(<<<'PHP'
    final class AtTheEnd
    {
        private RedisLock $lock;
        public function __construct(string $address) { $this->lock = new RedisLock('k', server: $address); $this->lock->acquire(); }
        public function __destruct() { say('at the end', [$this->lock->isOwned(), $this->lock->release(), $this->lock->acquire()]); }
    }
    $object = new AtTheEnd($argv[1]);
    PHP, [$redis->address], mergeErrors: true);
echo $child->finish();
say('key', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
in the work: [true,"RedisLockException",true,true]
key: 0
outside: [true,"nothing thrown, returned \"worked\"",false,false]
key: 0
at the end: [true,true,true]
key: 0
