--TEST--
A fatal error of the listener ends the script where it was called, also at an interrupt, and the listener with it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$code = <<<'PHP'
register_shutdown_function(function () {
    echo "shut down\n";
});
RedisLock::listen(function (RedisLockEvent $event) use ($argv) {
    echo "told $event->type\n";
    $event->type === $argv[2] && eval('class DateTime {}');
});
$lock = new RedisLock('a', ttl: $argv[2] === 'lost' ? 0.2 : 60.0, server: $argv[1]);
PHP;
$cases = [
    'acquired' => '$lock->synchronized(fn() => print("the work\n"));',
    'released' => '$lock->acquire(); $lock->release();',
    'lost' => 'function wait_for_loss() { await("nothing", fn() => false, 5.0); return 5; } $lock->acquire(); $values = ["a", new stdClass, wait_for_loss()];',
];
foreach ($cases as $type => $statement) {
    $child = PhpChild::start("$code $statement echo \"goes on\\n\";", [$redis->address, $type], mergeErrors: true);
    preg_match_all('/^(?:told|the work|goes on|shut down|Fatal error).*?(?=:|$)/m', $child->finish(), $lines);
    say($type, [$child->exitCode, $lines[0]]);
}
say('left', $redis->ask('EXISTS', 'a'));
?>
--EXPECT--
acquired: [255,["told acquired","Fatal error","shut down"]]
released: [255,["told acquired","told released","Fatal error","shut down"]]
lost: [255,["told acquired","told lost","Fatal error","shut down"]]
left: 0
