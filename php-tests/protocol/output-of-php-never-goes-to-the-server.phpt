--TEST--
If PHP has no standard input, output and error, no connection takes their descriptors, so PHP's output is no command
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(tcp: true);
$quorum = [RedisServer::start(), RedisServer::start()];
$redis->ask('SET', 'taken', 'another-client');
$code = <<<'PHP'
    require $argv[1];
    $taken = new RedisLock('taken', server: $argv[2]);
    $result['before'] = $taken->tryAcquire();
    ignore_user_abort(true); // a PHP that cannot print goes on
    // Like a cron job or a daemon that closes unused descriptors.
    fclose(STDIN);
    fclose(STDOUT);
    fclose(STDERR);
    $locks = [
        'one' => new RedisLock('k', server: $argv[4], ttl: 6.0, autoRenew: true),
        'quorum' => new RedisLock('k', server: array_slice($argv, 5)),
        'queue' => new RedisLock('taken', wait: 0.05, server: "$argv[2]?read_timeout=4"),
    ];
    foreach ($locks as $name => $lock) {
        $result[$name] = $lock->acquire();
        $name === 'one' && await_renewals();
    }
    $result['standard'] = array_intersect_key(descriptors(), [0, 1, 2]);
    echo "SET broken 1\r\nPING\r\nPING\r\n";
    $result['acquired'] = $taken->tryAcquire();
    file_put_contents($argv[3], json_encode($result));
    PHP;
file_put_contents("$redis->directory/code.php", "<?php $code");
$helpers = "$redis->directory/helpers.php";
file_put_contents($helpers, sprintf('<?php foreach (%s as $file) { require "%s/../inc/$file.php"; }', "['bootstrap', 'forks', 'renewal']", __DIR__));
$result = "$redis->directory/result";
foreach (['', '<&-', '>&- 2>&-', '<&- >&- 2>&-'] as $closed) {
    $command = [PhpChild::php(), '-n', '-d', 'extension=' . PhpChild::extension(), "$redis->directory/code.php", $helpers, $redis->address, $result, $redis->tcpAddress(), ...array_column($quorum, 'address')];
    exec(implode(' ', array_map(escapeshellarg(...), $command)) . " $closed", $output);
    say($closed, json_decode(file_get_contents($result), true));
    unlink($result);
    $redis->ask('DEL', 'k');
}
say('printed', $output);
say('keys', $redis->locks());
say('keys of the quorum', [$quorum[0]->locks(), $quorum[1]->locks()]);
?>
--EXPECT--
: {"before":false,"one":true,"quorum":true,"queue":false,"standard":[],"acquired":false}
<&-: {"before":false,"one":true,"quorum":true,"queue":false,"standard":[],"acquired":false}
>&- 2>&-: {"before":false,"one":true,"quorum":true,"queue":false,"standard":[],"acquired":false}
<&- >&- 2>&-: {"before":false,"one":true,"quorum":true,"queue":false,"standard":[],"acquired":false}
printed: []
keys: ["taken"]
keys of the quorum: [[],[]]
