--TEST--
The scheduler's withoutOverlapping() and onOneServer() use the locks
--EXTENSIONS--
iconv
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/application.php';

use Illuminate\Console\Scheduling\CacheEventMutex;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use Illuminate\Console\Scheduling\Schedule;
use Illuminate\Contracts\Console\Kernel;

$redis = RedisServer::start();
foreach (['plain' => [], 'renewed' => ['lock_renew' => true, 'lock_lease' => 5]] as $case => $keys) {
    echo "$case\n";
    $redis->ask('FLUSHALL');
    $app = application($redis, $keys);
    $schedule = $app->make(Schedule::class);
    $mutex = $app->make(CacheEventMutex::class);
    $ran = 0;
    $event = null;
    $event = $schedule->call(function () use (&$ran, &$event, $mutex, $redis) {
        $ran++;
        say('while it runs: is held, can be taken, minutes left', [$mutex->exists($event), $mutex->create($event), ceil($redis->ask('PTTL', $redis->locks()[0]) / 60_000)]);
    })->name('event')->everyMinute()->withoutOverlapping(30);
    $acquired = acquired(fn() => $app->make(Kernel::class)->call('schedule:run'));
    say('ran, by a lock of the extension, which is free again', [$ran, $acquired > 0, $mutex->exists($event)]);
    $mutex->create($event);
    $app->make(Kernel::class)->call('schedule:run');
    say('while another server runs it', $ran);
    $mutex->forget($event);

    $one = $schedule->call(fn() => null)->name('once')->onOneServer();
    $servers = $app->make(CacheSchedulingMutex::class);
    $time = new DateTimeImmutable('2030-01-01 12:00');
    $locks = acquired(function () use ($servers, $one, $time) {
        say('onOneServer: the first, the second, exists, a minute later', [$servers->create($one, $time), $servers->create($one, $time), $servers->exists($one, $time), $servers->create($one, $time->modify('+1 minute'))]);
    });
    feature('by locks of the extension', CacheSchedulingMutex::class, 'shouldUseLocks', fn() => $locks);
}
?>
--EXPECTF--
plain
while it runs: is held, can be taken, minutes left: [true,false,30.0]
ran, by a lock of the extension, which is free again: [1,true,false]
while another server runs it: 1
onOneServer: the first, the second, exists, a minute later: [true,false,true,true]
by locks of the extension: %r(2|"not in Laravel 10")%r
renewed
while it runs: is held, can be taken, minutes left: [true,false,30.0]
ran, by a lock of the extension, which is free again: [1,true,false]
while another server runs it: 1
onOneServer: the first, the second, exists, a minute later: [true,false,true,true]
by locks of the extension: %r(2|"not in Laravel 10")%r
