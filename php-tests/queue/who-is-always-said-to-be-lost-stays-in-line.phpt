--TEST--
A waiter in line of which its server does not know comes back once; if that happens twice in a row, the list of clients is not believed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
// As if the list were that of another server.
$proxy = FaultProxy::before($redis)->always('BLPOP', 'keep');
$redis->ask('SET', 'k', 'somebody');
line_up($redis, [waiter($redis, killed: true)]);
waiter($redis, killed: true, address: $proxy->address)->tell('wait');
$seen = [];
for ($looks = 0; $looks < 4; $looks += array_count_values($news)['SET'] ?? 0) {
    await('its next look', function () use ($proxy, &$news) {
        return ($news = $proxy->seenNames()) !== [];
    });
    array_push($seen, ...$news);
}
say('its pops', array_count_values($seen)['BLPOP']);
// One names the connection, or is for client tracking.
say('questions', array_count_values($seen)['CLIENT'] - array_count_values($seen)['HELLO']);
?>
--EXPECT--
its pops: 2
questions: 2
