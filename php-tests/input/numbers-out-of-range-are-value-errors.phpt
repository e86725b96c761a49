--TEST--
Numbers out of range are ValueErrors that name the parameter and the range
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$lock = new RedisLock('k', server: 'unix:///nowhere/at/all.sock');
$numbers = ['NAN' => NAN, 'INF' => INF, '-INF' => -INF, '-1.0' => -1.0, '-0.0' => -0.0, '0.0' => 0.0, '1e-4' => 1e-4, '0.00099' => 0.00099, '1e9 + 1' => 1e9 + 1, '1e300' => 1e300, '60.1' => 60.1];
$uses = [
    'ttl' => fn($number) => new RedisLock('k', ttl: $number),
    'wait' => fn($number) => new RedisLock('k', wait: $number),
    'maxHold' => fn($number) => new RedisLock('k', maxHold: $number),
    'retryInterval' => fn($number) => new RedisLock('k', retryInterval: $number),
    'ttl of restore' => fn($number) => RedisLock::restore('k', 't', $number),
    'ttl of refresh' => fn($number) => $lock->refresh($number),
    'wait of synchronized' => fn($number) => $lock->synchronized(fn() => 1, $number),
    'wait of acquire' => fn($number) => $lock->acquire($number),
];
foreach ($uses as $what => $use) {
    echo "$what:\n";
    $refusals = [];
    foreach ($numbers as $name => $number) {
        try {
            $use($number);
        } catch (ValueError $error) {
            $refusals[$error->getMessage()][] = $name;
        } catch (RedisLockException) {
            // In range: refused for another reason, no server or no support.
        }
    }
    foreach ($refusals as $message => $names) {
        echo '  ', implode(', ', $names), " => $message\n";
    }
}
refusals([
    'replicas: -1' => fn() => new RedisLock('k', replicas: -1),
    'replicas: PHP_INT_MIN' => fn() => new RedisLock('k', replicas: PHP_INT_MIN),
]);

echo "in range:\n";
foreach ([0.001, 1e9] as $ttl) {
    say('ttl', (new RedisLock('k', $ttl))->getTtl());
}
foreach ([0, 1e300, INF] as $wait) {
    say('wait', thrown(fn() => new RedisLock('k', wait: $wait)));
}
foreach ([0.001, 60] as $retryInterval) {
    say('retryInterval', thrown(fn() => new RedisLock('k', retryInterval: $retryInterval)));
}
?>
--EXPECT--
ttl:
  NAN, INF, -INF, -1.0, -0.0, 0.0, 1e-4, 0.00099, 1e9 + 1, 1e300 => RedisLock::__construct(): Argument #2 ($ttl) must be between 0.001 and 1e9 seconds
wait:
  NAN, -INF, -1.0 => RedisLock::__construct(): Argument #3 ($wait) must be between 0 and INF seconds
maxHold:
  NAN, -INF, -1.0, -0.0, 0.0 => RedisLock::__construct(): Argument #6 ($maxHold) must be greater than 0 seconds
retryInterval:
  NAN, INF, -INF, -1.0, -0.0, 0.0, 1e-4, 0.00099, 1e9 + 1, 1e300, 60.1 => RedisLock::__construct(): Argument #9 ($retryInterval) must be between 0.001 and 60 seconds
ttl of restore:
  NAN, INF, -INF, -1.0, -0.0, 0.0, 1e-4, 0.00099, 1e9 + 1, 1e300 => RedisLock::restore(): Argument #3 ($ttl) must be between 0.001 and 1e9 seconds
ttl of refresh:
  NAN, INF, -INF, -1.0, -0.0, 0.0, 1e-4, 0.00099, 1e9 + 1, 1e300 => RedisLock::refresh(): Argument #1 ($ttl) must be between 0.001 and 1e9 seconds
wait of synchronized:
  NAN, -INF, -1.0 => RedisLock::synchronized(): Argument #2 ($wait) must be between 0 and INF seconds
wait of acquire:
  NAN, -INF, -1.0 => RedisLock::acquire(): Argument #1 ($wait) must be between 0 and INF seconds
replicas: -1 => ValueError: RedisLock::__construct(): Argument #10 ($replicas) must be greater than or equal to 0
replicas: PHP_INT_MIN => ValueError: RedisLock::__construct(): Argument #10 ($replicas) must be greater than or equal to 0
in range:
ttl: 0.001
ttl: 1000000000.0
wait: "nothing thrown, returned RedisLock"
wait: "nothing thrown, returned RedisLock"
wait: "nothing thrown, returned RedisLock"
retryInterval: "nothing thrown, returned RedisLock"
retryInterval: "nothing thrown, returned RedisLock"
