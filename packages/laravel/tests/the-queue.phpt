--TEST--
Queued jobs with the middleware WithoutOverlapping and with ShouldBeUnique exclude each other
--EXTENSIONS--
iconv
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/application.php';

use App\Report;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Queue\Middleware\WithoutOverlapping;
use Illuminate\Support\Facades\Queue;

final class Job
{
    public array $released = [];

    public function release(int $seconds): void
    {
        $this->released[] = $seconds;
    }
}

$redis = RedisServer::start();
$locks = fn() => count(preg_grep('/cache_/', $redis->locks()));
foreach (['plain' => [], 'renewed' => ['lock_renew' => true, 'lock_lease' => 5]] as $case => $keys) {
    echo "$case\n";
    $redis->ask('FLUSHALL');
    $app = application($redis, $keys);

    $middleware = fn() => (new WithoutOverlapping('key'))->releaseAfter(7)->expireAfter(60);
    [$first, $second, $third] = [new Job(), new Job(), new Job()];
    $ran = [];
    $acquired = acquired(function () use ($middleware, $first, $second, $third, &$ran) {
        $middleware()->handle($first, function () use ($middleware, $second, $third, &$ran) {
            $ran[] = 'first';
            $middleware()->handle($second, function () use (&$ran) { $ran[] = 'second'; });
            $middleware()->dontRelease()->handle($third, function () use (&$ran) { $ran[] = 'third'; });
        });
    });
    say('WithoutOverlapping: ran, put back, locks of the extension, locks left', [$ran, $first->released, $second->released, $third->released, $acquired, $locks()]);
    say('and when a job throws', [thrown(fn() => $middleware()->handle($first, fn() => throw new DomainException('of the job'))), $locks()]);

    $dispatch = fn(string $month) => $app->call(fn() => Report::dispatch($month)) && true;
    $acquired = acquired(function () use ($dispatch) {
        array_map($dispatch, ['May', 'May', 'June']);
        gc_collect_cycles();
    });
    say('ShouldBeUnique: queued, locks of the extension', [Queue::size(), $acquired]);
    say('for good, though the process that dispatched may end', array_unique(array_map(fn($key) => $redis->ask('PTTL', $key) > 8e11, array_values(preg_grep('/unique/', $redis->locks())))));
    $app->make(Kernel::class)->call('queue:work', ['--once' => true]);
    say('done, queued again', [Queue::size(), $dispatch('May'), $dispatch('June'), Queue::size()]);
    $app->make(Kernel::class)->call('queue:work', ['--stop-when-empty' => true]);
    say('all done: queued, locks left', [Queue::size(), $locks()]);
}
?>
--EXPECT--
plain
WithoutOverlapping: ran, put back, locks of the extension, locks left: [["first"],[],[7],[],1,0]
and when a job throws: ["DomainException: of the job",0]
ShouldBeUnique: queued, locks of the extension: [2,2]
for good, though the process that dispatched may end: [true]
done, queued again: [1,true,true,2]
all done: queued, locks left: [0,0]
renewed
WithoutOverlapping: ran, put back, locks of the extension, locks left: [["first"],[],[7],[],1,0]
and when a job throws: ["DomainException: of the job",0]
ShouldBeUnique: queued, locks of the extension: [2,2]
for good, though the process that dispatched may end: [true]
done, queued again: [1,true,true,2]
all done: queued, locks left: [0,0]
