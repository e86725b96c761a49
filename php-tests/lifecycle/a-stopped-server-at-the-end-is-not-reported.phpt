--TEST--
If the server has stopped when the script ends, locks are dropped without a message
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['Unix socket', 'TCP', 'hanging'] as $kind) {
    $redis = RedisServer::start(tcp: $kind === 'TCP');
    $address = $kind === 'TCP' ? $redis->tcpAddress() : $redis->address;
    if ($kind === 'hanging') {
        $proxy = FaultProxy::before($redis);
        $address = "$proxy->address?read_timeout=1";
    }
    $child = PhpChild::start(<<<'PHP'
        $held = new RedisLock('held', ttl: 600.0, server: $argv[1]);
        $held->acquire();
        $more = [];
        for ($n = 0; $n < 3; $n++) {
            $more[] = $lock = new RedisLock("more $n", ttl: 600.0, server: $argv[1]);
            $lock->acquire();
        }
        final class Ends { public function __destruct() { echo "the last words\n"; } }
        $ends = new Ends();
        echo "held\n";
        hear();
        PHP, [$address], mergeErrors: true);
    $child->hear();
    $kind === 'hanging' ? $proxy->always('*', 'hang') : $redis->stop();
    say($kind, $child->finish());
    say('exit code', $child->exitCode);
}
?>
--EXPECT--
Unix socket: "the last words\n"
exit code: 0
TCP: "the last words\n"
exit code: 0
hanging: "the last words\n"
exit code: 0
