--TEST--
synchronized() holds its callable during the wait, even if a signal handler overwrites the variable
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['method', 'magic', 'static', 'closure', 'string'] as $callable) {
    $redis->ask('SET', 'k', 'another-client');
    $waiter = PhpChild::start(<<<'PHP'
        class Ours
        {
            public array $own = ['ours'];
            public function work(): string { return "{$this->own[0]} worked"; }
            public function __call(string $name, array $arguments): string { return "{$this->own[0]} worked by magic"; }
            public static function make(): string { return 'ours worked without an object'; }
            public function __destruct() { echo "ours is gone\n"; }
        }
        class Theirs
        {
            public array $own = ['theirs'];
            public function work(): string { return "{$this->own[0]} worked"; }
            public function __call(string $name, array $arguments): string { return "{$this->own[0]} worked by magic"; }
            public static function make(): string { return 'theirs worked without an object'; }
        }
        $object = match ($argv[2]) {
            'static', 'string' => 'Ours',
            'closure' => fn() => 'our closure worked',
            default => new Ours(),
        };
        $method = 'work';
        $work = match ($argv[2]) {
            'method' => [&$object, &$method],
            'magic' => [&$object, 'enchant'],
            'static' => [1 => 'make', 0 => &$object],
            'closure' => [&$object, '__invoke'],
            'string' => 'Ours::make',
        };
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () use (&$object, &$work, &$method, &$others) {
            $object = null; // freed here, if the call does not hold it
            $method = 'none';
            $others = array_map(fn() => new Theirs(), range(1, 50));
            $object = $others[0];
            $work = 'nothing to call';
            echo "handled\n";
        });
        $lock = new RedisLock('k', wait: 600.0, server: $argv[1]);
        say('result', $lock->synchronized($work));
        echo "end\n";
        PHP, [$redis->address, $callable]);
    await_waiting($redis);
    $sender->send('ALRM', $waiter);
    await('the handler', $waiter->hasSpoken(...));
    $redis->ask('DEL', 'k');
    echo "$callable: ", $waiter->finish();
}
?>
--EXPECT--
method: handled
ours is gone
result: "ours worked"
end
magic: handled
ours is gone
result: "ours worked by magic"
end
static: handled
result: "ours worked without an object"
end
closure: handled
result: "our closure worked"
end
string: handled
result: "ours worked without an object"
end
