--TEST--
PHP survives random calls under locks that are lost at random, with signals, forked children and fibers
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/signals.php';

// To run it longer, with a given seed: RANDOM_CALLS=60 RANDOM_SEED=1
$seconds = (float) (getenv('RANDOM_CALLS') ?: 0);
$rounds = $seconds ? PHP_INT_MAX : (is_slow() ? 4 : 15);
$seed = (int) (getenv('RANDOM_SEED') ?: random_int(1, 1 << 30));
mt_srand($seed);
$redis = RedisServer::start();
$main = getmypid();
$signals = new SignalSender();
$seconds && pcntl_alarm((int) $seconds + 60);
is_thrown_into();

function keep($what, $content = null, ...$more) { return is_array($content) ? count($content) : $what; }
function nap() { usleep(mt_rand(0, 2_000)); return [mt_rand(), str_repeat('nap', mt_rand(1, 9))]; }
function numbers() { for ($n = 0; $n < 5; $n++) { yield keep($n, nap()); } }
class Keeper
{
    public function __construct(public $content, public $more = null) {}
    public function keep(...$content) { return $this; }
    public static function of($content) { return new self($content, keep(1, nap())); }
    public function __toString(): string { return 'keeper' . keep(1, nap()); }
}

/** A random statement, in which a loss may be thrown anywhere. */
function call(array $mine, RedisLock $lock, string $address): void
{
    $k = 'r' . mt_rand(0, 2);
    match (mt_rand(0, 23)) {
        0 => keep($mine, usleep(mt_rand(0, 2_000))),
        1 => keep($mine, array_map(fn($n) => keep($n, usleep(500)), [1, 2, 3]), $mine),
        2 => keep(keep($mine, nap()), keep(...[$mine, nap()])),
        3 => keep(what: $mine, content: usleep(500)),
        4 => "<{$mine[1]}" . usleep(300) . strrev(implode(',', [usleep(300), $mine[1]])) . '>',
        5 => "a$mine[1]b" . keep("{$mine[1]} and " . new Keeper($mine), usleep(300)),
        6 => @keep($mine[7], @usleep(300), @$mine['none']),
        7 => iterator_to_array(numbers()),
        8 => (new Keeper($mine, usleep(300)))->keep($mine, usleep(300))->keep(...nap()),
        9 => Keeper::of([$mine, usleep(300)])->keep(more: nap()),
        10 => keep(mt_rand(0, 1) ? nap() : $mine, mt_rand(0, 1) ? usleep(300) : $mine, $mine['none'] ?? nap()),
        11 => call_user_func('keep', $mine, usleep(300), call_user_func_array('keep', [$mine, usleep(300)])),
        12 => usort($mine[2], fn($a, $b) => keep($a, usleep(100)) <=> $b),
        13 => finally_(fn() => usleep(300), fn() => keep($mine, usleep(300))),
        14 => [$a, [$b]] = [keep(1, usleep(300)), [nap()]],
        15 => preg_replace_callback('/./', fn($m) => keep($m[0], usleep(100)), 'abc'),
        16 => ['x' => nap(), 'y' => [usleep(300), ...$mine], ...nap()],
        17 => $lock->refresh() && keep($lock->isOwned(), $lock->getRemaining(), $lock->getHolder()),
        18 => keep($mine, (new RedisLock($k, 1.0, 0.02, $address, abortOnLoss: true))->synchronized(fn() => keep($mine, nap()))),
        19 => keep(new RedisLock($k, 1.0, 0.02, $address, confirmRelease: false), RedisLock::stats(), (new RedisLock($k, 1.0, 0.01, $address))->acquire()),
        20 => keep((new RedisSemaphore("s$k", 2, 1.0, 0.02, $address, abortOnLoss: true))->acquire(), nap()),
        21 => keep($mine, signal($mine), usleep(300)),
        22 => gc_collect_cycles() + keep([new Keeper($mine), nap()], nap()),
        23 => unserialize(serialize([$mine, keep(1, usleep(300))])),
    };
}
function signal($mine)
{
    global $main, $signals;
    getmypid() === $main && $signals->send('USR1', $main);
    return $mine;
}
function finally_(callable $work, callable $last) { try { return keep($work(), nap()); } finally { keep($last(), usleep(300)); } }

// Signals come all the time. Their handlers use locks, and fork children that use locks of their own, and lose them.
$children = $deaths = [];
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$children, $main, $redis) {
    if (getmypid() !== $main || count($children) >= 3) {
        return;
    }
    $child = pcntl_fork();
    if ($child > 0) {
        $children[$child] = true;
        return;
    }
    mt_srand(getmypid());
    $until = now() + 0.8;
    for ($n = 0; $n < 2 && now() < $until; $n++) {
        try {
            work($redis->address, 'c');
        } catch (RedisLockException) {
        }
    }
    exit(0);
});

/** Calls under five locks that are deleted meanwhile. Returns how many losses were thrown. */
function work(string $address, string $name): int
{
    $thief = new RespClient($address);
    $mine = [mt_rand(), str_repeat('mine', mt_rand(1, 9)), [3, 1, 2]];
    $before = json_encode($mine);
    $locks = [];
    for ($n = 0; $n < 5; $n++) {
        $lock = new RedisLock("$name$n", 1.0, 0.1, $address, autoRenew: (bool) mt_rand(0, 1), abortOnLoss: true);
        $lock->acquire() && $locks[] = $lock;
    }
    usleep(50_000); // from then on, a loss is noticed at once
    $lost = 0;
    for ($n = 0; $n < 30; $n++) {
        try {
            $n % 6 || $thief->ask('DEL', "$name" . $n / 6);
            call($mine, $lock, $address);
        } catch (RedisLockLostException) {
            $lost++;
        } catch (RedisLockTimeoutException) {
        }
    }
    json_encode($mine) === $before || throw new LogicException("changed: $before is " . json_encode($mine));

    return $lost;
}

$lost = 0;
$end = now() + $seconds;
for ($round = 0; $round < $rounds && (!$seconds || now() < $end); $round++) {
    try {
        $lost += work($redis->address, 'p');
        // In a fiber, which the loss of its own lock stops.
        $fiber = new Fiber(fn() => work($redis->address, 'f'));
        $fiber->start();
        $lost += $fiber->getReturn();
    } catch (RedisLockException) {
    }
    foreach (array_keys($children) as $child) {
        if (pcntl_waitpid($child, $status, WNOHANG) === $child) {
            unset($children[$child]);
            $ended = pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status);
            $deaths[$ended] = ($deaths[$ended] ?? 0) + 1;
        }
    }
}
foreach (array_keys($children) as $child) {
    pcntl_waitpid($child, $status);
    $ended = pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status);
    $deaths[$ended] = ($deaths[$ended] ?? 0) + 1;
}
$seconds && fwrite(STDERR, "$round rounds, $lost losses, children: " . json_encode($deaths) . "\n");
$bad = array_diff_key($deaths, ['exit 0' => 1]);
say('children that ended otherwise', $bad ? [$seed, $bad] : []);
say('some were lost', $lost > 0 ?: $seed);
say('error_reporting', error_reporting() === E_ALL);
?>
--EXPECT--
children that ended otherwise: []
some were lost: true
error_reporting: true
