--TEST--
If the server has refused this process's own release, the next timeout names that refusal instead of another holder
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '~*', '+@all', '-del');
foreach ([true, false] as $confirms) {
    $make = fn() => new RedisLock('k', wait: 0.05, server: "$redis->address?user=app&pass=p", confirmRelease: $confirms);
    say('the work', $make()->synchronized(fn() => 'done'));
    $said = thrown(fn() => $make()->synchronized(fn() => 'done'));
    echo preg_replace(['/ on unix:\S+/', '/\d+\.\d+/'], ['', '…'], $said), "\n";
    $redis->ask('SET', 'k', 'another', 'PX', 60_000);
    say('of another owner', str_contains(thrown(fn() => $make()->synchronized(fn() => 'done')), 'another owner holds it, for'));
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
the work: "done"
RedisLockTimeoutException: Lock "k" was not acquired within … seconds: this process has given it up, but the server refused to delete it, and it expires in … seconds: ERR The user executing the script can't run this command or subcommand (DEL)
of another owner: true
the work: "done"
RedisLockTimeoutException: Lock "k" was not acquired within … seconds: this process has given it up, but the server refused to delete it, and it expires in … seconds: ERR The user executing the script can't run this command or subcommand (DEL)
of another owner: true
