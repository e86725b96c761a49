<?php

declare(strict_types=1);

/**
 * One of the processes that compete: client.php <JSON>. The JSON object has name (exclusive-0), incarnation, class (RedisLock, or one of
 * broken.php), address, folder, until (seconds on the monotonic clock) and seed. It ends by itself now and then; run.php starts the
 * next incarnation.
 */

require_once __DIR__ . '/../php-tests/inc/time.php';
require_once __DIR__ . '/../php-tests/inc/RespClient.php';
require_once __DIR__ . '/locks.php';
require_once __DIR__ . '/driven.php';
require_once __DIR__ . '/Recorder.php';

/** The greatest number of acquisitions with one object, without a pause. */
const BURST = 200;

final class Interrupted extends Exception
{
    /** @var array<int, true> the fibers in which the handler of a signal may throw; 0: the code that is in none */
    private static array $wanted = [];

    public static function want(bool $isWanted): void
    {
        $fiber = Fiber::getCurrent();
        $number = $fiber === null ? 0 : spl_object_id($fiber);
        if ($isWanted) {
            self::$wanted[$number] = true;
        } else {
            unset(self::$wanted[$number]);
        }
    }

    public static function isWanted(): bool
    {
        $fiber = Fiber::getCurrent();

        return isset(self::$wanted[$fiber === null ? 0 : spl_object_id($fiber)]);
    }
}

final class Client
{
    private object $lock;
    /** @var list<string> */
    private array $keys;
    private int $weight = WHOLE;
    private float $ttl;
    /** Another process or object may know the token, so a child with it would be the same owner. */
    private bool $isTokenKnown = false;
    private bool $isShared = false;
    private string $kind;
    private int $longestWait;
    /** The process id of the last forked child. */
    private int $child = 0;

    public function __construct(private readonly array $traits, private Recorder $recorder)
    {
        $this->kind = strtok($traits['name'], '-');
        $this->longestWait = $traits['class'] === 'RedisLock' ? 2_000 : $traits['class']::WAIT;
    }

    public function run(): void
    {
        Interrupted::want(true);
        while (now() < $this->traits['until']) {
            try {
                $this->takeTurns();
            } catch (RedisLockException|Interrupted $exception) {
                $this->recorder->write('exception', ['why' => substr($exception->getMessage(), 0, 200)]);
            }
            // The end of the process releases its lock.
            if (mt_rand(0, 199) === 0) {
                break;
            }
        }
        Interrupted::want(false);
        $this->recorder->begin('leave');
        unset($this->lock);
        $this->recorder->end('left');
    }

    /** Suspends the fiber, or the process if there is none. */
    private function sleep(int $microseconds): void
    {
        Fiber::getCurrent() === null ? usleep($microseconds) : Loop::sleep($microseconds / 1e6);
    }

    /** Not in a fiber, because the child would have the other fibers, too. */
    private function canFork(): bool
    {
        return !$this->isTokenKnown && Fiber::getCurrent() === null;
    }

    private function takeTurns(): void
    {
        if (getenv('REDISLOCK_COMMAND') !== false && $this->traits['class'] === 'RedisLock' && Fiber::getCurrent() === null && mt_rand(0, 29) === 0) {
            $this->runCommand();
            return;
        }
        $isQuick = mt_rand(0, 9) > 0 && $this->traits['class'] === 'RedisLock';
        $this->makeLock($isQuick);
        for ($turn = mt_rand(1, $isQuick ? BURST : 5); $turn > 0 && now() < $this->traits['until']; $turn--) {
            $outcome = $this->acquire($this->someWait());
            if ($outcome === 'denied' && mt_rand(0, 9)) {
                continue;
            }
            $isQuick && mt_rand(0, 49) ? $this->recorder->ask($this->lock) : $this->hold($isQuick);
            $isQuick ? $this->release() : $this->calmly($this->finish(...));
            mt_rand(0, 9) || $this->release(); // a second time
            $outcome === 'failed' && $this->sleep(mt_rand(1_000, 20_000)); // the server may be away
        }
        $this->recorder->begin('leave');
        unset($this->lock);
        $this->recorder->end('left');
    }

    /** Nothing that a signal or a loss throws leaves it. */
    private function calmly(callable $what): mixed
    {
        try {
            return $what();
        } catch (RedisLockException|Interrupted) {
            return null;
        }
    }

    /** Random lengths: short ones that end during the work, and long ones. */
    private function someTtl(): float
    {
        [$shortest, $usual, $longest] = $this->traits['class'] === 'RedisLock' ? [50, 200, 3_000] : $this->traits['class']::LEASES;

        return mt_rand($shortest, mt_rand(0, 2) ? $usual : $longest) / 1e3;
    }

    /** None, a usual one, or one that is long enough to be in vain. */
    private function someWait(): float
    {
        return match (mt_rand(0, 19)) {
            0, 1 => 0.0,
            2 => mt_rand(0, (int) max(2, min(9, $this->traits['until'] - now())) * 1_000) / 1e3,
            default => mt_rand(0, $this->longestWait) / 1e3,
        };
    }

    private function chooseKeys(bool $isQuick): void
    {
        $this->ttl = $isQuick ? mt_rand(200, 1_000) / 1e3 : $this->someTtl();
        $keys = keys_at($this->kind, $isQuick ? mt_rand(1, PLACES - 1) : 0);
        shuffle($keys);
        $this->keys = array_slice($keys, 0, mt_rand(1, 3));
        $this->isShared = $this->kind === 'shared' && mt_rand(0, 2) > 0;
        $this->weight = match (true) {
            $this->kind === 'permits' => [1, 1, 3][mt_rand(0, 2)],
            $this->isShared => 1,
            default => WHOLE,
        };
    }

    private function makeLock(bool $isQuick = false): void
    {
        $this->chooseKeys($isQuick);
        if ($this->traits['class'] !== 'RedisLock') {
            $this->lock = new $this->traits['class']($this->keys[0], $this->ttl, $this->traits['address'], $this->weight);
            return;
        }
        $options = $this->randomOptions($isQuick);
        $this->isTokenKnown = $options['token'] !== null;
        $this->lock = $this->newLock($options);
    }

    private function randomOptions(bool $isQuick): array
    {
        return [
            'ttl' => $this->ttl,
            'autoRenew' => (bool) mt_rand(0, 1),
            'maxHold' => mt_rand(0, 3) || $isQuick ? INF : mt_rand(50, 1_500) / 1e3,
            'abortOnLoss' => mt_rand(0, 3) === 0,
            'retryInterval' => mt_rand(1, 50) / 1e3,
            'confirmRelease' => (bool) mt_rand(0, 2),
            'token' => mt_rand(0, 3) ? null : bin2hex(random_bytes(16)), // of one object, for all its turns
            'label' => mt_rand(0, 1) ? '' : 'client %p',
        ];
    }

    private function newLock(array $options): object
    {
        $options += ['server' => $this->traits['address']];
        if ($this->kind === 'permits') {
            return new RedisSemaphore(...$options + ['key' => $this->keys[0], 'permits' => ALL_PERMITS, 'weight' => $this->weight]);
        }
        $options['fenced'] = mt_rand(0, 2) > 0;
        if ($this->kind === 'several' && (count($this->keys) > 1 || mt_rand(0, 1))) {
            return new RedisMultiLock(...$options + ['keys' => $this->keys]);
        }
        return new RedisLock(...$options + ['key' => $this->keys[0], 'shared' => $this->isShared]);
    }

    private function restored(string $token, bool $renews): object
    {
        $options = ['token' => $token, 'ttl' => $this->ttl = $this->someTtl(), 'server' => $this->traits['address'], 'autoRenew' => $renews];

        return match (true) {
            $this->lock instanceof RedisSemaphore => RedisSemaphore::restore(...$options + ['key' => $this->keys[0], 'permits' => ALL_PERMITS, 'weight' => $this->weight]),
            $this->lock instanceof RedisMultiLock => RedisMultiLock::restore(...$options + ['keys' => $this->keys]),
            default => RedisLock::restore(...$options + ['key' => $this->keys[0], 'shared' => $this->isShared]),
        };
    }

    /** @return string acquired, denied or failed */
    private function acquire(float $wait): string
    {
        $this->recorder->acquire($this->keys, $this->weight, $this->ttl, $wait);
        try {
            $got = $this->lock->acquire($wait);
            $this->recorder->end($outcome = $got ? 'acquired' : 'denied', $got ? $this->grant() : []);
        } catch (RedisLockException|Interrupted $exception) {
            $this->recorder->end($outcome = 'failed', ['why' => substr($exception->getMessage(), 0, 200)]);
        }
        return $outcome;
    }

    /** The token and the fencing tokens of the claim. A reader's is that of the last writer. */
    private function grant(): array
    {
        $fences = match (true) {
            $this->lock instanceof RedisMultiLock => $this->lock->getFences(),
            method_exists($this->lock, 'getFence') => array_filter([$this->keys[0] => $this->lock->getFence()]),
            default => [],
        };

        return ['token' => $this->lock->getToken()] + ($fences === [] || $this->isShared ? [] : ['fences' => $fences]);
    }

    private function release(): void
    {
        $this->recorder->begin('release');
        try {
            $this->recorder->end($this->lock->release() ? 'released' : 'gone');
        } catch (RedisLockException|Interrupted) {
            $this->recorder->end('failed');
        }
    }

    /** Several times, because the first command may arrive late. */
    private function refresh(): void
    {
        for ($times = mt_rand(1, 3); $times > 0; $times--) {
            $this->ttl = $this->someTtl();
            $this->refreshTo($this->ttl);
        }
    }

    /** What is left of the lease is counted anew, with another allowance for drift. */
    private function check(): void
    {
        $this->recorder->begin('check');
        try {
            $this->recorder->end($this->lock->isOwned() ? 'owned' : 'gone');
        } catch (RedisLockException|Interrupted) {
            $this->recorder->end('failed');
        }
    }

    private function refreshTo(float $ttl): bool
    {
        $this->recorder->begin('refresh', ['ttl' => (int) ($ttl * 1e9)]);
        try {
            $isOurs = $this->lock->refresh($ttl);
            $this->recorder->end($isOurs ? 'refreshed' : 'gone');
        } catch (RedisLockException|Interrupted) {
            $isOurs = false;
            $this->recorder->end('failed');
        }
        return $isOurs;
    }

    /** Checks the lock, refreshes it, forks. */
    private function hold(bool $isQuick = false): void
    {
        $isReal = $this->traits['class'] === 'RedisLock';
        // Mostly short, for many acquisitions.
        $longest = match (true) {
            $isQuick => [1, 2, 5],
            $isReal => [2, 2, 10, 10, 50, 50, 200, 200, 500, 2_000],
            default => $this->traits['class']::HOLDS,
        };
        $longest = $longest[array_rand($longest)];
        $end = now() + mt_rand(1, $longest) / 1e3;
        mt_rand(0, 3) || $this->refresh();
        while ($this->calmly(fn() => $this->recorder->ask($this->lock)) !== false && now() < $end) {
            $this->calmly(fn() => $this->sleep(mt_rand(100, 4_000)));
            $choice = mt_rand(0, 80);
            if ($choice === 0) {
                $this->refresh();
            } elseif ($isReal && $choice === 1) {
                $this->check();
            } elseif ($isReal && $choice === 2) {
                $this->recorder->begin('leave');
                $this->recorder->end('left');
                $this->acquire(0.5);
            } elseif ($isReal && $choice === 3 && mt_rand(0, 3) === 0) {
                $this->fork(null);
            }
        }
    }

    /** Ends a claim one way or the other. */
    private function finish(): void
    {
        if ($this->traits['class'] !== 'RedisLock' || mt_rand(0, 9) < 7) {
            $this->release();
            return;
        }
        switch (mt_rand(0, 3)) {
            case 0: // the object goes, and nothing else is said
                $this->recorder->begin('leave');
                $this->makeLock();
                $this->recorder->end('left');
                break;
            case 1:
                $this->recorder->begin('leave');
                $token = $this->lock->detach();
                $this->recorder->end('left');
                $this->lock = $this->restored($token, (bool) mt_rand(0, 1));
                $this->isTokenKnown = true;
                $this->recorder->takeOver($this->keys, $this->weight, $token);
                $this->refreshTo($this->ttl) && $this->hold();
                break;
            case 2:
                if ($this->canFork()) {
                    $this->recorder->begin('leave');
                    $token = $this->lock->detach();
                    $this->recorder->end('left');
                    $this->fork($token);
                }
                break;
            case 3:
                $this->synchronize();
        }
    }

    private function synchronize(): void
    {
        $this->recorder->begin('leave');
        $this->recorder->end('left');
        $this->recorder->acquire($this->keys, $this->weight, $this->ttl, 0.5);
        try {
            $this->lock->synchronized(function () {
                $this->recorder->end('acquired', $this->grant());
                $this->hold();
                $this->recorder->begin('release');
            }, 0.5);
            $this->recorder->end('released');
        } catch (RedisLockLostException) {
            $this->recorder->end('gone');
        } catch (RedisLockTimeoutException) {
            $this->recorder->end('denied');
        } catch (RedisLockException|Interrupted $exception) {
            $this->recorder->end('failed', ['why' => substr($exception->getMessage(), 0, 200)]);
        }
    }

    /** Forks a child that checks its parent's lock, takes one of its own or goes on with a token, and ends in a random way. */
    private function fork(?string $token): void
    {
        if (!$this->canFork() || !$this->isForked()) {
            return; // with a token that others know it would be the same owner, whom nothing excludes
        }
        try {
            if ($token === null && $this->lock->getRemaining() > 0) {
                $this->recorder->write('inherited');
            }
            if ($token !== null) {
                $this->lock = $this->restored($token, false);
                $this->isTokenKnown = true;
                $this->recorder->takeOver($this->keys, $this->weight, $token);
                $this->refreshTo($this->ttl);
            } elseif (mt_rand(0, 1)) {
                $this->acquire(mt_rand(0, 500) / 1e3);
            }
            if (mt_rand(0, 1)) {
                $this->hold();
            }
        } catch (RedisLockException|Interrupted) {
        }
        pcntl_async_signals(false);
        $this->recorder->begin('leave');
        mt_rand(0, 1) && pcntl_exec('/bin/true'); // as if it were killed
        unset($this->lock);
        exit;
    }

    /** Returns whether this is a forked child now, with a history of its own. */
    private function isForked(): bool
    {
        $this->child = pcntl_fork();
        if ($this->child !== 0) {
            return false;
        }
        $this->recorder->reopen("{$this->traits['name']}.{$this->traits['incarnation']}." . getmypid());
        mt_srand(getmypid());
        return true;
    }

    /** Has `redislock exec` run command.php under a lock, and waits for it. A child does it, because it outlives a client that is killed. */
    private function runCommand(): void
    {
        if (!$this->isForked()) {
            while (pcntl_waitpid($this->child, $status) === -1 && pcntl_get_last_error() === PCNTL_EINTR);
            return;
        }
        pcntl_async_signals(false);
        pcntl_signal(SIGCHLD, SIG_DFL);
        $this->chooseKeys((bool) mt_rand(0, 1));
        $wait = mt_rand(0, 1_000) / 1e3;
        $this->recorder->acquire($this->keys, $this->weight, $this->ttl, $wait);
        $process = proc_open([...$this->commandLine($wait), '--', ...$this->commandToRun()], [STDIN, STDOUT, STDERR], $pipes);
        $status = proc_close($process);
        match ($status) {
            0, 70 => $this->recorder->end('left'), // 70: the lock was lost
            75 => $this->recorder->end('denied'),
            default => $this->recorder->end('failed', ['why' => "exit status $status"]),
        };
        pcntl_exec('/bin/true');
    }

    /** @return list<string> */
    private function commandLine(float $wait): array
    {
        $line = [getenv('REDISLOCK_COMMAND'), 'exec', '-q', '-w', "$wait", '--ttl', "$this->ttl", '--kill-after', '1'];
        foreach ((array) $this->traits['address'] as $address) {
            array_push($line, '-s', $address);
        }
        $kind = match (true) {
            $this->kind === 'permits' => ['--permits', (string) ALL_PERMITS, '--weight', "$this->weight"],
            $this->isShared => ['--shared'],
            default => mt_rand(0, 2) ? ['--fenced'] : [],
        };

        return [...$line, ...$kind, implode(',', $this->keys)];
    }

    /** @return list<string> */
    private function commandToRun(): array
    {
        $traits = ['process' => $this->recorder->process(), 'kind' => $this->kind, 'isShared' => $this->isShared, 'weight' => $this->weight, 'ttl' => $this->ttl] + $this->traits;

        return [PHP_BINARY, '-n', '-d', 'extension=' . getenv('REDISLOCK_SO'), __DIR__ . '/command.php', json_encode($traits, JSON_THROW_ON_ERROR)];
    }
}

/** A client in each of several fibers, which one event loop resumes. */
function run_in_fibers(array $traits): void
{
    require_once __DIR__ . '/../php-tests/inc/Loop.php';
    RedisLock::setPoll(Loop::poll(...));
    for ($n = mt_rand(2, 6); $n > 0; $n--) {
        $recorder = new Recorder($traits['folder'], "{$traits['name']}.{$traits['incarnation']}:$n");
        Loop::start(fn() => run($traits, $recorder));
    }
    Loop::run();
}

function run(array $traits, Recorder $recorder): void
{
    try {
        (new Client($traits, $recorder))->run();
    } catch (Interrupted) { // at its very end
        Interrupted::want(false);
    }
}

$traits = json_decode($argv[1], true, flags: JSON_THROW_ON_ERROR);
mt_srand($traits['seed']);
pcntl_async_signals(true);
pcntl_signal(SIGCHLD, SIG_IGN);
pcntl_signal(SIGUSR1, fn() => null);
pcntl_signal(SIGUSR2, function () {
    if (mt_rand(0, 3) === 0 && Interrupted::isWanted()) {
        throw new Interrupted();
    }
});
echo "ready\n";
if ($traits['class'] === 'RedisLock' && mt_rand(0, 5) === 0) {
    run_in_fibers($traits);
} else {
    run($traits, new Recorder($traits['folder'], "{$traits['name']}.{$traits['incarnation']}"));
}
pcntl_sigprocmask(SIG_BLOCK, [SIGUSR1, SIGUSR2]); // PHP's own end would have them kill it
