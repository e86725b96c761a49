--TEST--
The stub and the extension declare the same, seen from either side
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/reflection.php';

/** Returns a PHP process's reflection of the public classes, with the extension or with the stub. */
function declared(?array $extensions, string $prelude): array
{
    $child = PhpChild::start(
        'require $argv[1]; eval($argv[2]); foreach (PUBLIC_CLASSES as $name) { echo implode("\n", canonical($name)), "\n"; }',
        [__DIR__ . '/../inc/reflection.php', $prelude],
        extensions: $extensions,
    );
    return explode("\n", trim($child->finish()));
}

$stub = declared([], 'require ' . var_export(stub(), true) . ';');
$extension = declared(null, '');

say('only in the stub', array_values(array_diff($stub, $extension)));
say('only in the extension', array_values(array_diff($extension, $stub)));
say('line by line the same', $stub === $extension);
echo "in full:\n", implode("\n", $stub), "\n";
?>
--EXPECT--
only in the stub: []
only in the extension: []
line by line the same: true
in full:
class RedisLockException
extends RuntimeException
implements Stringable, Throwable
attributes none
class RedisLockConnectionException
extends RedisLockException
implements Stringable, Throwable
attributes none
class RedisLockTimeoutException
extends RedisLockException
implements Stringable, Throwable
attributes none
class RedisLockLostException
extends RedisLockException
implements Stringable, Throwable
attributes none
final readonly class RedisLockHolder
extends nothing
implements nothing
attributes none
property public readonly ?string $label
property public readonly float $remaining
property public readonly bool $isOwn
final class RedisLock
extends nothing
implements nothing
attributes none
public function __construct: no type, 1 of 15 parameters required, attributes none
    0 string $key, default none, attributes none
    1 float $ttl, default 30.0, attributes none, optional
    2 float $wait, default 10.0, attributes none, optional
    3 array|string|null $server, default NULL, attributes SensitiveParameter, optional
    4 bool $autoRenew, default false, attributes none, optional
    5 float $maxHold, default INF (constant INF), attributes none, optional
    6 bool $abortOnLoss, default false, attributes none, optional
    7 bool $fenced, default false, attributes none, optional
    8 float $retryInterval, default 0.1, attributes none, optional
    9 int $replicas, default 0, attributes none, optional
    10 ?string $token, default NULL, attributes SensitiveParameter, optional
    11 bool $autoRelease, default true, attributes none, optional
    12 ?string $label, default NULL, attributes none, optional
    13 bool $confirmRelease, default true, attributes none, optional
    14 bool $shared, default false, attributes none, optional
public function acquire: bool, 0 of 1 parameters required, attributes none
    0 ?float $wait, default NULL, attributes none, optional
public function detach: string, 0 of 0 parameters required, attributes none
public function forceRelease: bool, 0 of 0 parameters required, attributes none
public function getFence: ?int, 0 of 0 parameters required, attributes none
public function getHolder: ?RedisLockHolder, 0 of 0 parameters required, attributes none
public function getKey: string, 0 of 0 parameters required, attributes none
public function getRemaining: float, 0 of 0 parameters required, attributes none
public function getToken: ?string, 0 of 0 parameters required, attributes none
public function getTtl: float, 0 of 0 parameters required, attributes none
public function getWaited: float, 0 of 0 parameters required, attributes none
public function isHeld: bool, 0 of 0 parameters required, attributes none
public function isLocked: bool, 0 of 0 parameters required, attributes none
public function isOwned: bool, 0 of 0 parameters required, attributes none
public static function listen: void, 1 of 1 parameters required, attributes none
    0 ?callable $listener, default none, attributes none
public function refresh: bool, 0 of 1 parameters required, attributes none
    0 ?float $ttl, default NULL, attributes none, optional
public function release: bool, 0 of 0 parameters required, attributes none
public static function restore: RedisLock, 2 of 14 parameters required, attributes none
    0 string $key, default none, attributes none
    1 string $token, default none, attributes SensitiveParameter
    2 float $ttl, default 30.0, attributes none, optional
    3 array|string|null $server, default NULL, attributes SensitiveParameter, optional
    4 float $wait, default 10.0, attributes none, optional
    5 bool $autoRenew, default false, attributes none, optional
    6 float $maxHold, default INF (constant INF), attributes none, optional
    7 bool $abortOnLoss, default false, attributes none, optional
    8 bool $fenced, default false, attributes none, optional
    9 float $retryInterval, default 0.1, attributes none, optional
    10 int $replicas, default 0, attributes none, optional
    11 bool $autoRelease, default true, attributes none, optional
    12 bool $confirmRelease, default true, attributes none, optional
    13 bool $shared, default false, attributes none, optional
public static function setPoll: void, 1 of 1 parameters required, attributes none
    0 ?callable $poll, default none, attributes none
public static function stats: array, 0 of 0 parameters required, attributes none
public function synchronized: mixed, 1 of 2 parameters required, attributes none
    0 callable $work, default none, attributes none
    1 ?float $wait, default NULL, attributes none, optional
public function tryAcquire: bool, 0 of 0 parameters required, attributes none
final class RedisSemaphore
extends nothing
implements nothing
attributes none
public function __construct: no type, 2 of 15 parameters required, attributes none
    0 string $key, default none, attributes none
    1 int $permits, default none, attributes none
    2 float $ttl, default 30.0, attributes none, optional
    3 float $wait, default 10.0, attributes none, optional
    4 ?string $server, default NULL, attributes SensitiveParameter, optional
    5 int $weight, default 1, attributes none, optional
    6 bool $autoRenew, default false, attributes none, optional
    7 float $maxHold, default INF (constant INF), attributes none, optional
    8 bool $abortOnLoss, default false, attributes none, optional
    9 float $retryInterval, default 0.1, attributes none, optional
    10 int $replicas, default 0, attributes none, optional
    11 ?string $token, default NULL, attributes SensitiveParameter, optional
    12 bool $autoRelease, default true, attributes none, optional
    13 ?string $label, default NULL, attributes none, optional
    14 bool $confirmRelease, default true, attributes none, optional
public function acquire: bool, 0 of 1 parameters required, attributes none
    0 ?float $wait, default NULL, attributes none, optional
public function detach: string, 0 of 0 parameters required, attributes none
public function forceRelease: int, 0 of 0 parameters required, attributes none
public function getFree: int, 0 of 0 parameters required, attributes none
public function getHolders: array, 0 of 0 parameters required, attributes none
public function getKey: string, 0 of 0 parameters required, attributes none
public function getRemaining: float, 0 of 0 parameters required, attributes none
public function getToken: ?string, 0 of 0 parameters required, attributes none
public function getTtl: float, 0 of 0 parameters required, attributes none
public function getWaited: float, 0 of 0 parameters required, attributes none
public function isHeld: bool, 0 of 0 parameters required, attributes none
public function isOwned: bool, 0 of 0 parameters required, attributes none
public function refresh: bool, 0 of 1 parameters required, attributes none
    0 ?float $ttl, default NULL, attributes none, optional
public function release: bool, 0 of 0 parameters required, attributes none
public static function restore: RedisSemaphore, 3 of 14 parameters required, attributes none
    0 string $key, default none, attributes none
    1 string $token, default none, attributes SensitiveParameter
    2 int $permits, default none, attributes none
    3 float $ttl, default 30.0, attributes none, optional
    4 ?string $server, default NULL, attributes SensitiveParameter, optional
    5 float $wait, default 10.0, attributes none, optional
    6 int $weight, default 1, attributes none, optional
    7 bool $autoRenew, default false, attributes none, optional
    8 float $maxHold, default INF (constant INF), attributes none, optional
    9 bool $abortOnLoss, default false, attributes none, optional
    10 float $retryInterval, default 0.1, attributes none, optional
    11 int $replicas, default 0, attributes none, optional
    12 bool $autoRelease, default true, attributes none, optional
    13 bool $confirmRelease, default true, attributes none, optional
public function synchronized: mixed, 1 of 2 parameters required, attributes none
    0 callable $work, default none, attributes none
    1 ?float $wait, default NULL, attributes none, optional
public function tryAcquire: bool, 0 of 0 parameters required, attributes none
final class RedisMultiLock
extends nothing
implements nothing
attributes none
public function __construct: no type, 1 of 14 parameters required, attributes none
    0 array $keys, default none, attributes none
    1 float $ttl, default 30.0, attributes none, optional
    2 float $wait, default 10.0, attributes none, optional
    3 array|string|null $server, default NULL, attributes SensitiveParameter, optional
    4 bool $autoRenew, default false, attributes none, optional
    5 float $maxHold, default INF (constant INF), attributes none, optional
    6 bool $abortOnLoss, default false, attributes none, optional
    7 bool $fenced, default false, attributes none, optional
    8 float $retryInterval, default 0.1, attributes none, optional
    9 int $replicas, default 0, attributes none, optional
    10 ?string $token, default NULL, attributes SensitiveParameter, optional
    11 bool $autoRelease, default true, attributes none, optional
    12 ?string $label, default NULL, attributes none, optional
    13 bool $confirmRelease, default true, attributes none, optional
public function acquire: bool, 0 of 1 parameters required, attributes none
    0 ?float $wait, default NULL, attributes none, optional
public function detach: string, 0 of 0 parameters required, attributes none
public function getBlockedBy: ?string, 0 of 0 parameters required, attributes none
public function getFences: array, 0 of 0 parameters required, attributes none
public function getKeys: array, 0 of 0 parameters required, attributes none
public function getRemaining: float, 0 of 0 parameters required, attributes none
public function getToken: ?string, 0 of 0 parameters required, attributes none
public function getTtl: float, 0 of 0 parameters required, attributes none
public function getWaited: float, 0 of 0 parameters required, attributes none
public function isHeld: bool, 0 of 0 parameters required, attributes none
public function isOwned: bool, 0 of 0 parameters required, attributes none
public function refresh: bool, 0 of 1 parameters required, attributes none
    0 ?float $ttl, default NULL, attributes none, optional
public function release: bool, 0 of 0 parameters required, attributes none
public static function restore: RedisMultiLock, 2 of 13 parameters required, attributes none
    0 array $keys, default none, attributes none
    1 string $token, default none, attributes SensitiveParameter
    2 float $ttl, default 30.0, attributes none, optional
    3 array|string|null $server, default NULL, attributes SensitiveParameter, optional
    4 float $wait, default 10.0, attributes none, optional
    5 bool $autoRenew, default false, attributes none, optional
    6 float $maxHold, default INF (constant INF), attributes none, optional
    7 bool $abortOnLoss, default false, attributes none, optional
    8 bool $fenced, default false, attributes none, optional
    9 float $retryInterval, default 0.1, attributes none, optional
    10 int $replicas, default 0, attributes none, optional
    11 bool $autoRelease, default true, attributes none, optional
    12 bool $confirmRelease, default true, attributes none, optional
public function synchronized: mixed, 1 of 2 parameters required, attributes none
    0 callable $work, default none, attributes none
    1 ?float $wait, default NULL, attributes none, optional
public function tryAcquire: bool, 0 of 0 parameters required, attributes none
