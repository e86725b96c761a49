--TEST--
examples/prometheus: the same figures by promphp/prometheus_client_php
--FILE--
<?php
require __DIR__ . '/inc.php';

$demo = __DIR__ . '/../../../examples/prometheus/demo.php';
$child = PhpChild::run([$demo, __DIR__ . '/api.php'], mergeErrors: true);
// Buckets and sums depend on the time, and a double shows no buckets.
preg_match_all('/^(?!#|\w+_(?:bucket|sum)\{).+$/m', $child->finish(), $lines);
sort($lines[0]);
echo implode("\n", $lines[0]), "\n";
say('exit code', $child->exitCode);
?>
--EXPECT--
redislock_acquisitions_total{kind="lock",outcome="acquired"} 2
redislock_acquisitions_total{kind="lock",outcome="refused"} 1
redislock_acquisitions_total{kind="lock",outcome="timeout"} 1
redislock_acquisitions_total{kind="semaphore",outcome="acquired"} 1
redislock_contended_total{kind="lock"} 2
redislock_held 1
redislock_hold_duration_seconds_count{kind="lock",outcome="lost"} 1
redislock_hold_duration_seconds_count{kind="lock",outcome="released"} 1
redislock_lost_total{kind="lock",reason="the server says that it is no longer ours"} 1
redislock_released_total{kind="lock"} 1
redislock_wait_duration_seconds_count{kind="lock",outcome="acquired"} 2
redislock_wait_duration_seconds_count{kind="lock",outcome="timeout"} 1
redislock_wait_duration_seconds_count{kind="semaphore",outcome="acquired"} 1
exit code: 0
