--TEST--
A loss that is noticed while PHP unwinds, or in a destructor or a destroyed generator, is thrown after that, and nothing crashes
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();

/** Its destructor deletes the lock. The loss is noticed in its last opcode, which compares two trees for some hundred milliseconds. */
final class DeletesInOneOpcode
{
    private array $one = [1, 2];
    private array $two = [1, 2];

    public function __construct(private RedisServer $redis)
    {
        $this->one[] = $this->two[] = 3; // they are no constants, so they are compared in full
        for ($n = 0; $n < (is_slow() ? 16 : 23); $n++) {
            $this->one = [$this->one, $this->one];
            $this->two = [$this->two, $this->two];
        }
    }

    public function __destruct()
    {
        $this->redis->ask('DEL', 'k');
        $this->one == $this->two;
    }
}

/** Its destructor sleeps over the loss. */
final class Deletes
{
    public function __construct(private RedisServer $redis) {}

    public function __destruct()
    {
        delete($this->redis);
    }
}

function delete(RedisServer $redis): void
{
    $redis->ask('DEL', 'k');
    usleep(100_000);
}

function rows(RedisServer $redis): Generator
{
    try {
        yield 1;
        yield 2;
    } finally {
        delete($redis);
    }
}

function same(mixed $value): mixed
{
    return $value;
}

// As frameworks do: an undefined variable throws.
set_error_handler(fn(int $level, string $message) => throw new ErrorException($message));
$programs = [
    'a temporary array' => fn() => [new DeletesInOneOpcode($redis), same($undefined)],
    'a loop over a temporary' => function () use ($redis) {
        foreach ([new DeletesInOneOpcode($redis)] as $deletes) {
            unset($deletes);
            same($undefined);
        }
    },
    'an operand' => fn() => new DeletesInOneOpcode($redis) == same($undefined),
    'nested calls' => fn() => same([new DeletesInOneOpcode($redis), same($undefined)]),
    'a destructor' => function () use ($redis) {
        $deletes = new Deletes($redis);
        throw new ErrorException('of the work');
    },
    'a generator' => function () use ($redis) {
        $rows = rows($redis);
        $rows->current();
        throw new ErrorException('of the work');
    },
    'a generator beside a destructor' => function () use ($redis) {
        $deletes = new Deletes($redis);
        $rows = rows($redis);
        $rows->current();
        throw new ErrorException('of the work');
    },
    'a loop over a generator' => function () use ($redis) {
        foreach (rows($redis) as $row) {
            throw new ErrorException('of the work');
        }
    },
];
foreach ($programs as $name => $program) {
    $lock = new RedisLock('k', ttl: 600.0, autoRenew: true, abortOnLoss: true, server: $redis->address);
    $lock->acquire();
    // If the thread does not watch yet, it notices the deletion at the next renewal only.
    await('it is watched', fn() => str_contains($redis->ask('CLIENT', 'LIST'), 'flags=t'));
    $seen = [];
    try {
        $program();
    } catch (Throwable $exception) {
        $seen[] = $exception::class;
        $previous = $exception->getPrevious();
    }
    try {
        for ($end = now() + 120; now() < $end;) {
            usleep(1_000);
        }
    } catch (Throwable $exception) {
        $seen[] = $exception::class;
    }
    say($name, [...$seen, $previous]);
}
?>
--EXPECT--
a temporary array: ["ErrorException","RedisLockLostException",null]
a loop over a temporary: ["ErrorException","RedisLockLostException",null]
an operand: ["ErrorException","RedisLockLostException",null]
nested calls: ["ErrorException","RedisLockLostException",null]
a destructor: ["ErrorException","RedisLockLostException",null]
a generator: ["ErrorException","RedisLockLostException",null]
a generator beside a destructor: ["ErrorException","RedisLockLostException",null]
a loop over a generator: ["ErrorException","RedisLockLostException",null]
