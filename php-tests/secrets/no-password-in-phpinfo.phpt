--TEST--
phpinfo() and --ri show the settings with the password left out, and versions, connections and counters
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(['requirepass' => 'hunter2'], tcp: true);
$address = $redis->tcpAddress('user:hunter2', '/4?read_timeout=7');

$ri = PhpChild::run(['--ri', 'redislock'], ini: ['redislock.server' => $address])->finish();
echo str_replace((string) $redis->port, '<port>', $ri);

// The local value differs from the master value, and a lock has been taken.
$child = PhpChild::start(<<<'PHP'
    ini_set('redislock.server', $argv[1]);
    (new RedisLock('k', server: $argv[2]))->acquire();
    phpinfo(INFO_MODULES);
    phpinfo(INFO_CONFIGURATION);
    PHP, ["unix://$redis->socket?pass=hunter2", $redis->tcpAddress(':hunter2')], ['redislock.server' => $address]);
$info = $child->finish();
preg_match('/^redislock.server => .*$/m', $info, $row);
echo str_replace([$redis->directory, (string) $redis->port], ['<directory>', '<port>'], $row[0]), "\n";
preg_match('/^acquired => .*$/m', $info, $row);
echo $row[0], "\n";
preg_match('/^connections => .*$/m', $info, $row);
echo $row[0], "\n";
say('passwords shown', substr_count($info . $ri, 'hunter2'));

foreach (['', 'hunter2', 'redis://:hunter2@', 'http://hunter2', 'rediss://:hunter2@h', 'redis-sentinel://u:hunter2@a,b/main'] as $server) {
    $ri = PhpChild::run(['--ri', 'redislock'], ini: ['redislock.server' => $server])->finish();
    preg_match('/^redislock.server => (.*) => /m', $ri, $row);
    say($server, $row[1]);
    say('  passwords shown', substr_count($ri, 'hunter2'));
}
?>
--EXPECTF--

redislock

Redis locks => enabled
Version => %d.%d.%d
Servers => Redis or Valkey by redis:// (TCP), rediss:// (TLS), unix://, redis-sentinel://, redis-cluster://, lists (quorum)
Waits => in the queue: 0, by sleep and retry: 0

Counter of this process => Value
acquired => 0
contended => 0
timeouts => 0
released => 0
lost => 0
renewed => 0
attempts => 0
reconnects => 0
errors => 0
wait_seconds => 0.000
connections => 0
held => 0
waiting => 0
hold_seconds => 0.000

Directive => Local Value => Master Value
redislock.server => redis://127.0.0.1:<port>/4 => redis://127.0.0.1:<port>/4
redislock.connect_timeout => 1.0 => 1.0
redislock.read_timeout => 2.0 => 2.0
redislock.label => no value => no value
redislock.event_loop => auto => auto
redislock.server => unix://<directory>/redis.sock => redis://127.0.0.1:<port>/4
acquired => 1
connections => 1
passwords shown: 0
: "(not shown: it is empty: it must be an address like redis://host:6379/0)"
  passwords shown: 0
hunter2: "(not shown: it has no scheme: it must begin with redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://, like redis://host:6379/0)"
  passwords shown: 0
redis://:hunter2@: "(not shown: it names no host: it must be like redis://host:6379/0)"
  passwords shown: 0
http://hunter2: "(not shown: it begins with http://: write redis:// instead)"
  passwords shown: 0
rediss://:hunter2@h: "rediss://h:6379"
  passwords shown: 0
redis-sentinel://u:hunter2@a,b/main: "redis-sentinel://a:26379,b:26379/main"
  passwords shown: 0
