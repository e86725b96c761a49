<?php

declare(strict_types=1);

/**
 *     php -n -d extension=$PWD/modules/redislock.so packages/symfony/example/demo.php.
 *
 * A Symfony application with LOCK_DSN=redislock+...: the same command twice at once, a schedule that overlaps, a job that
 * takes its lock through a queue. Starts a redis-server of its own; Symfony is that of Debian, unpacked.
 *
 * Exits with 1 unless all come out as they should.
 */

require __DIR__.'/../../../examples/lib/bootstrap.php';

getenv('REDISLOCK_FRAMEWORK') || putenv('REDISLOCK_FRAMEWORK='.exec(escapeshellarg(__DIR__.'/../../fetch.sh').' symfony 7.x'));
$redis = new PrivateRedis();
putenv("LOCK_DSN=redislock+unix://$redis->socket?auto_renew=1&lease=5");
// The Key of a lock that goes through a queue is to be serialized: that one is not renewed.
putenv("IMPORT_LOCK_DSN=redislock+unix://$redis->socket?prefix=import:");
putenv("APP_CACHE_DIR=$redis->directory/cache");
putenv("APP_LOG_DIR=$redis->directory/log");

$console = fn (string ...$words): PhpProcess => PhpProcess::start(__DIR__.'/bin/console', ...$words);
$seen = [];
$say = function (string $who, ?string $what) use (&$seen): void {
    $seen[] = "$who $what";
    printf("  %-24s %s\n", $who, $what);
};

echo "The same command twice at once\n";
$console('list')->wait(); // compiles the container, once
$both = [$console('app:report', "$redis->directory/count"), $console('app:report', "$redis->directory/count")];
$lines = array_map(fn (PhpProcess $process) => $process->hear(), $both);
sort($lines);
$say('one', $lines[0]);
$say('the other, later', $lines[1]);
array_map(fn (PhpProcess $process) => $process->wait(), $both);

echo "A schedule: started again while it runs, for longer than its lease of five seconds\n";
$first = $console('app:clean-up');
$say('started', $first->hear());
$say('in Redis', preg_match('/^[0-9a-f]{32}$/D', (string) (new TinyRedis($redis->socket))->get('clean-up')) ? 'is its token' : 'is nothing');
for ($n = 0; $n < 3; ++$n) {
    usleep(1_800_000);
    $again = $console('app:clean-up');
    $say('started again', $again->hear());
    $again->wait();
}
$first->tell('the work is done');
$say('the first', $first->hear());
$first->wait();
$next = $console('app:clean-up');
$say('after its end', $next->hear());
$next->tell('the work is done');
$next->hear();
$next->wait();

echo "A job that goes through a queue\n";
foreach (['a click' => 'put', 'another click' => 'put', 'the worker' => 'work', 'a click after that' => 'put'] as $who => $what) {
    $process = $console('app:import', $what, $redis->directory);
    $say($who, $process->hear());
    $process->wait();
}

$expected = [
    'one begins with 0',
    'the other, later begins with 1',
    'started begins',
    'in Redis is its token',
    'started again the last one still runs: skipped',
    'started again the last one still runs: skipped',
    'started again the last one still runs: skipped',
    'the first done, under the lock all the time',
    'after its end begins',
    'a click put into the queue',
    'another click is in the queue already',
    'the worker works under the lock of who has put it',
    'a click after that put into the queue',
];
if ($seen !== $expected) {
    fwrite(STDERR, 'FAILED: '.json_encode(array_values(array_diff_assoc($seen, $expected)))."\n");
    exit(1);
}
echo "As it should be.\n";
