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
$words = explode("\r\n", trim(preg_replace('/^[*$]\d+\r\n/m', '', $packet)));
$milliseconds = (int) array_pop($words);
say('sent', str_replace($token, '<token>', implode(' ', $words)));
// A busy machine may take some of that before it sends.
say('half of the lease at most', $milliseconds > 0 && $milliseconds <= 1500 ? true : $milliseconds);
$child->kill();
?>
--EXPECT--
granted before WAIT is answered: false
acquired: true
sent: "SET k <token> NX PX 3000 WAIT 2"
half of the lease at most: true
