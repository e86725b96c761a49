--TEST--
A script that ends with many locks at a suspended server waits for it once, and the server executes the releases when it resumes
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$timeout = 10.0;
$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$list = fn(int ...$which) => json_encode(array_map(fn(int $n) => "{$servers[$n]->address}?read_timeout=$timeout", $which));
$kinds = ['one' => [$list(0), false], 'renewed' => [$list(0), true], 'quorum' => [$list(0, 1, 2), false]];
foreach ($kinds as $kind => [$addresses, $renewed]) {
    $measure = function () use ($addresses, $renewed, $servers, $timeout): array {
        $child = PhpChild::start(<<<'PHP'
            final class Moment
            {
                public function __destruct()
                {
                    echo now(), "\n";
                }
            }
            $addresses = json_decode($argv[1]);
            // PHP ends with the last variable.
            for ($n = 0; $n < 8; $n++) {
                ${"after$n"} = new Moment();
                ${"lock$n"} = new RedisLock("k$n", ttl: 600.0, server: count($addresses) > 1 ? $addresses : $addresses[0], autoRenew: (bool) $argv[2]);
                ${"lock$n"}->acquire();
            }
            say('taken', $n);
            hear();
            PHP, [$addresses, (int) $renewed]);
        $child->hear();
        $renewed && usleep(200_000); // no renewal is under way
        $servers[0]->suspend();
        $servers[1]->suspend();
        $moments = [now()];
        $child->tell('end');
        array_push($moments, ...array_map(floatval(...), explode("\n", trim($child->finish()))), ...[now()]);
        $servers[0]->resume();
        $servers[1]->resume();
        foreach ($servers as $server) {
            await('the deletion', fn() => $server->locks() === []);
        }
        return array_map(fn(float $end, float $begin) => time_outs($end - $begin, $timeout), array_slice($moments, 1), array_slice($moments, 0, -1));
    };
    say("$kind: time-outs of each lock, and of the end", least_of_each($measure, [1, ...array_fill(1, 8, 0)]));
}
?>
--EXPECT--
one: time-outs of each lock, and of the end: [1,0,0,0,0,0,0,0,0]
renewed: time-outs of each lock, and of the end: [1,0,0,0,0,0,0,0,0]
quorum: time-outs of each lock, and of the end: [1,0,0,0,0,0,0,0,0]
