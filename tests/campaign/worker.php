<?php

declare(strict_types=1);

/**
 * One of the campaign's processes: worker.php <class> <kind> <address as JSON> <directory> <until> <seed>. If the kind is
 * "permits", it takes permits of a semaphore.
 */

require_once __DIR__ . '/../../php-tests/inc/time.php';
require_once __DIR__ . '/../../php-tests/inc/RespClient.php';
require_once __DIR__ . '/ledger.php';
require_once __DIR__ . '/broken.php';

final class Interrupted extends Exception {}

[, $class, $kind, $address, $directory, $until, $seed] = $argv;
$address = json_decode($address, true, flags: JSON_THROW_ON_ERROR);
$until = (float) $until;
mt_srand((int) $seed);
pcntl_async_signals(true);
pcntl_signal(SIGCHLD, SIG_IGN);
pcntl_signal(SIGUSR1, fn() => null);
pcntl_signal(SIGUSR2, function () {
    if (mt_rand(0, 3) === 0) {
        throw new Interrupted();
    }
});
echo "ready\n";

$ledger = new Ledger($directory, $kind, WHOLE);
$shared = false;
$weight = 1;
/** Nothing that a signal or a loss throws may leave it, whenever it comes. */
$calmly = function (callable $what, ?string $name = null) use ($ledger): mixed {
    try {
        $name === null || $ledger->note("$name ...");
        $result = $what();
        $name === null || $ledger->note("$name: " . json_encode($result));
        return $result;
    } catch (RedisLockException|Interrupted $exception) {
        $name === null || $ledger->note("$name: " . $exception::class . ' ' . strtr($exception->getMessage(), "\n", ' '));
        return null;
    }
};

while (now() < $until) {
    try {
        $lock = new_lock();
        for ($turn = mt_rand(1, 5); $turn > 0 && now() < $until; $turn--) {
            $calmly(fn() => $lock->acquire(mt_rand(0, 2_000) / 1e3), 'acquire');
            hold();
            $calmly(finish(...), 'finish');
            $ledger->stop();
            $calmly($lock->release(...), 'release');
        }
        $calmly(function () {
            unset($GLOBALS['lock']);
        });
    } catch (RedisLockException|Interrupted) {
    }
    // Its end releases its lock, and no signal may interrupt that.
    if (mt_rand(0, 199) === 0) {
        break;
    }
}
pcntl_async_signals(false);
$ledger->stop();
exit;

/** Random lengths: short ones that end during the work, and long ones. */
function some_ttl(): float
{
    return mt_rand(50, mt_rand(0, 1) ? 200 : 3_000) / 1e3;
}

function new_lock(): object
{
    global $class, $kind, $address, $ledger, $given, $shared, $weight;
    if ($class !== 'RedisLock') {
        return new $class(KEY, some_ttl(), $address);
    }

    $options = [
        'ttl' => some_ttl(),
        'autoRenew' => (bool) mt_rand(0, 1),
        'maxHold' => mt_rand(0, 3) ? INF : mt_rand(50, 1_500) / 1e3,
        'abortOnLoss' => mt_rand(0, 3) === 0,
        'retryInterval' => mt_rand(1, 50) / 1e3,
        'confirmRelease' => (bool) mt_rand(0, 2),
        'token' => mt_rand(0, 3) ? null : bin2hex(random_bytes(16)), // of one object, for all its turns
        'label' => mt_rand(0, 1) ? '' : 'worker %p',
    ];
    $given = $options['token'] !== null;
    if ($kind === 'permits') {
        $ledger->weight = $weight = mt_rand(0, 2) ? 1 : 3;
        $class_of_lock = RedisSemaphore::class;
        $options += ['permits' => ALL_PERMITS, 'weight' => $weight];
    } else {
        $shared = mt_rand(0, 2) === 0;
        $ledger->weight = $shared ? 1 : WHOLE;
        $class_of_lock = RedisLock::class;
        $options += ['shared' => $shared, 'fenced' => mt_rand(0, 2) === 0];
    }
    $ledger->note(http_build_query($options));

    return new $class_of_lock(...['key' => KEY, 'server' => $address] + $options);
}

/** The claim of a token that was detached. */
function restored(string $token, bool $renews): object
{
    global $kind, $address, $shared, $weight;
    $options = ['key' => KEY, 'token' => $token, 'ttl' => some_ttl(), 'server' => $address, 'autoRenew' => $renews];

    return $kind === 'permits'
        ? RedisSemaphore::restore(...$options + ['permits' => ALL_PERMITS, 'weight' => $weight])
        : RedisLock::restore(...$options + ['shared' => $shared, 'fenced' => $renews]);
}

/** While the lock is held: checks it, refreshes it, forks. */
function hold(): void
{
    global $lock, $ledger, $calmly, $class;
    // Only a long hold shows a late refresh, so a broken lock has more of them, to fail soon.
    $is_long = mt_rand(0, 2) >= ($class === 'RedisLock' ? 2 : 1);
    $end = now() + mt_rand(1, $is_long ? 2_000 : 30) / 1e3;
    mt_rand(0, 3) && refresh();
    while ($calmly(fn() => $ledger->ask($lock)) !== false && now() < $end) {
        $calmly(fn() => usleep(mt_rand(100, 4_000)));
        switch (mt_rand(0, 80)) {
            case 0:
                refresh();
                break;
            case 1:
            case 2:
                if ($class === 'RedisLock') {
                    $ledger->stop(); // what is left is counted anew, with another allowance for drift
                    $calmly($lock->isOwned(...), 'isOwned');
                }
                break;
            case 3:
                if ($class === 'RedisLock') {
                    $ledger->stop();
                    $calmly($lock->acquire(...), 'acquire anew');
                }
                break;
            case 4:
                if ($class === 'RedisLock' && mt_rand(0, 3) === 0) {
                    fork(null);
                }
        }
    }
}

/** Refreshes several times, because the first command may arrive late. */
function refresh(): void
{
    global $lock, $ledger, $calmly;
    $ledger->stop();
    for ($times = mt_rand(1, 4); $times > 0; $times--) {
        $ttl = $times > 1 ? mt_rand(50, 200) / 1e3 : some_ttl();
        $calmly(fn() => $lock->refresh($ttl), "refresh $ttl");
    }
}

/** Ends a claim one way or the other. */
function finish(): void
{
    global $lock, $ledger, $class;
    $ledger->stop();
    if ($class !== 'RedisLock' || mt_rand(0, 9) < 7) {
        $lock->release();
        return;
    }
    switch (mt_rand(0, 3)) {
        case 0: // goes without a word: the object does it
            $lock = new_lock();
            break;
        case 1:
            $lock = restored($lock->detach(), (bool) mt_rand(0, 1));
            $GLOBALS['given'] = true;
            $lock->refresh();
            hold();
            break;
        case 2:
            $GLOBALS['given'] || fork($lock->detach());
            break;
        case 3:
            $lock->synchronized(function () {
                hold();
                $GLOBALS['ledger']->stop();
            });
    }
}

/** Forks a child that checks its parent's lock, takes one of its own or continues with a token, and ends in a random way. */
function fork(?string $token): void
{
    global $ledger, $lock, $given;
    if ($given) {
        return; // it would be the same owner, whom nothing excludes
    }
    $child = pcntl_fork();
    if ($child === -1) {
        exit("cannot fork\n");
    }
    if ($child > 0) {
        return;
    }
    $ledger->reopen();
    mt_srand(getmypid());
    try {
        if ($token === null && $ledger->ask($lock)) {
            echo "a child holds its parent's lock\n";
        }
        if ($token !== null) {
            $lock = restored($token, false);
            $given = true;
            $lock->refresh();
        } elseif (mt_rand(0, 1)) {
            $lock->acquire(mt_rand(0, 500) / 1e3);
        }
        if (mt_rand(0, 1)) {
            hold();
        }
    } catch (RedisLockException|Interrupted) {
    }
    pcntl_async_signals(false);
    mt_rand(0, 1) && pcntl_exec('/bin/true'); // as if it were killed
    $ledger->stop();
    exit;
}
