--TEST--
The panel of Symfony's profiler shows each lock of a request: its wait, the holder in the way, how it ended, for how long it was held
--EXTENSIONS--
tokenizer
--FILE--
<?php
require __DIR__ . '/profiler-app.php';

use RedisLock\Symfony\RedisLockBundle;
use RedisLock\Symfony\RedisLockSymfonyBundle;
use Symfony\Component\Lock\LockFactory;

/** Returns a table of HTML as lines, without numbers, and without the reason of a loss: it depends on which thread notices it. */
function table(string $html): string
{
    preg_match_all('#<tr.*?</tr>#s', $html, $rows);
    $lines = preg_replace(['#</t[dh]>#', '#<br>#', '#<[^>]*>#', '#unix://[^ |]+#', '/[\d.]+ m?s\b/', '/\d+ attempts?/', '/lost, [^|]*[^| ]/', '/\s+/'], [' | ', ', ', '', 'SERVER', '# ms', '# attempts', 'lost, WHY', ' '], $rows[0]);

    return html_entity_decode(implode('', array_map(fn(string $line) => trim($line, ' |') . "\n", $lines)));
}

$redis = RedisServer::start();
ini_set('redislock.server', $redis->address);
$holder = str_repeat('0', 32) . ':web-2 <7>';
$kept = null;
$pages = [
    '/locks' => function (LockFactory $factory) use ($redis, $holder, &$kept): string {
        $redis->ask('SET', 'waited', $holder, 'PX', 60_000);
        $redis->ask('SET', 'report', $holder, 'PX', 60_000);
        $outer = $factory->createLock('<outer>', 60);
        $outer->acquire(true);
        $waited = $factory->createLock('waited', 60);
        // The other holder releases as soon as this process waits.
        RedisLock::setPoll(function (mixed $stream, float $seconds) use ($redis): void {
            $redis->seats() === [] || $redis->ask('DEL', 'waited');
            [$read, $none] = [[$stream], []];
            stream_select($read, $none, $none, (int) $seconds, (int) (fmod($seconds, 1.0) * 1e6));
        });
        $waited->acquire(true);
        RedisLock::setPoll(null);
        $factory->createLock('report')->acquire();
        $shared = $factory->createLock('shared', 60);
        $shared->acquireRead();
        (new RedisMultiLock(['m', 'n'], ttl: 60.0))->synchronized(fn() => 1);
        $lost = $factory->createLock("lost \xff", 60);
        $lost->acquire();
        $redis->ask('DEL', "lost \xff");
        $lost->isAcquired();
        thrown(fn() => (new RedisLock('error', server: 'redis://127.0.0.1:1'))->acquire());
        array_map(fn($lock) => $lock->release(), [$shared, $waited, $outer]);
        $kept = $factory->createLock('kept', 60);
        $kept->acquire();

        return 'locks';
    },
    '/none' => fn() => 'none',
];
foreach ([RedisLockBundle::class, RedisLockSymfonyBundle::class] as $n => $bundle) {
    $app = new ProfilerApp("$redis->directory/app$n", "$redis->address?max_wait=60&label=us", $pages, bundle: $bundle);
    $app->boot();
    $profile = $app->profile('/locks');
    $collector = $profile->getCollector('redislock');
    $rows = $collector->getRows();
    if ($n === 0) {
        echo implode("\n", array_map(row(...), $rows)), "\n";
        say('waited', [$rows[1]->attempts > 1, $rows[0]->held >= $rows[1]->waited, abs($collector->getWaited() - array_sum(array_column($rows, 'waited'))) < 1e-6]);
        say('held until the end of the request', $rows[7]->held > 0.0);
        $sections = array_filter($profile->getCollector('time')->getEvents(), fn($section) => $section->getCategory() === 'lock');
        say('sections', array_keys($sections));
        say('as long as the wait', $sections['lock waited (wait)']->getDuration() > 1e3 * $rows[1]->waited - 2);
    }
    $panel = $app->visit("/_profiler/{$profile->getToken()}?panel=redislock")->getContent();
    $table = table(strstr($panel, '<h2>Locks</h2>'));
    say('in the panel', $table === ($first ??= $table) ? 'the same' : $table);
    $n === 0 && print($table);
    $toolbar = strip_tags($app->visit("/_wdt/{$profile->getToken()}")->getContent());
    preg_match('/Locks\s+(\d+)\s+Waited\s+\S+ m?s\s+Not acquired\s+(\d+)\s+Lost or failed\s+(\d+)/', $toolbar, $found);
    say('in the toolbar', array_slice($found, 1));
    $kept = null;
    // The process goes on with another request.
    $none = $app->profile('/none');
    say('another request', $none->getCollector('redislock')->getCount());
    say('its panel', str_contains($app->visit("/_profiler/{$none->getToken()}?panel=redislock")->getContent(), 'No lock was acquired.'));
    $app->shutdown();
    exec('rm -r ' . escapeshellarg($app->getProjectDir()));
}
?>
--EXPECT--
<outer> | lock | - | released | held
waited | lock | web-2 <7> | released | held
report | lock | web-2 <7> | not acquired | -
shared | shared | - | released | held
m | multi | - | released | held
lost \377 | lock | - | lost: WHY | held
error | lock | - | error: Cannot acquire lock "error" on redis://127.0.0.1:1: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?) | -
kept | lock | - | not released | held
waited: [true,true,true]
held until the end of the request: true
sections: ["lock <outer> (wait)","lock <outer> (hold)","lock waited (wait)","lock waited (hold)","lock report (wait)","lock shared (wait)","lock shared (hold)","lock m (hold)","lock lost \\377 (wait)","lock lost \\377 (hold)","lock kept (wait)","lock kept (hold)"]
as long as the wait: true
in the panel: "the same"
Key | Waited | Holder in the way | Outcome | Held
<outer>, lock on SERVER | # ms, # attempts | – | released | # ms
waited, lock on SERVER | # ms, # attempts | web-2 <7> | released | # ms
report, lock on SERVER | # ms, # attempts | web-2 <7> | not acquired | –
shared, shared on SERVER | # ms, # attempts | – | released | # ms
m, multi on SERVER | # ms, # attempts | – | released | # ms
lost \377, lock on SERVER | # ms, # attempts | – | lost, WHY | # ms
error, lock on redis://127.0.0.1:1 | # ms, # attempts | – | error, Cannot acquire lock "error" on redis://127.0.0.1:1: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?) | –
kept, lock on SERVER | # ms, # attempts | – | not released | # ms
in the toolbar: ["8","1","2"]
another request: 0
its panel: true
in the panel: "the same"
in the toolbar: ["8","1","2"]
another request: 0
its panel: true
