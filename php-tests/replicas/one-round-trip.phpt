--TEST--
WAIT goes in one packet with the command that takes the lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$listener = stream_socket_server('tcp://127.0.0.1:0');
$child = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', ttl: 3.0, replicas: 2, server: "$argv[1]?read_timeout=30");
    say('acquired', $lock->acquire());
    say('token', $lock->getToken());
    hear();
    PHP, [str_replace('tcp', 'redis', 'tcp://' . stream_socket_get_name($listener, false))], killed: true);
$client = stream_socket_accept($listener, 30.0);
$packet = fread($client, 1000);
fwrite($client, "+OK\r\n");
say('granted before WAIT is answered', $child->hasSpoken());
fwrite($client, ":2\r\n");
echo $child->hear(), "\n";
$token = json_decode(substr($child->hear(), 7));
echo str_replace($token, '<token>', preg_replace('/^[*$]\d+\r\n/m', '', $packet));
$child->kill();
?>
--EXPECT--
granted before WAIT is answered: false
acquired: true
SET
k
<token>
NX
PX
3000
WAIT
2
1500
