--TEST--
A server that is not Redis causes an error that names this, whatever it replies
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$fake = FaultProxy::alone($redis->directory);
$answers = [
    'HTTP' => "HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html>",
    'SSH' => "SSH-2.0-OpenSSH_9.2p1\r\n",
    'SMTP' => "220 mail.example.org ESMTP\r\n",
    'TLS alert' => "\x15\x03\x03\x00\x02\x02\x28",
    'NUL' => "\0\0\0\0",
    'newlines' => "\r\n\r\n",
    'a length out of range' => "\$99999999999\r\n",
    'a negative length' => "\$-5\r\n",
    'many items' => "*1000000000\r\n",
    'deep' => str_repeat("*1\r\n", 5000),
    'no number' => ":one\r\n",
    'no number, large' => ":99999999999999999999999\r\n",
    'another status' => "+QUEUED\r\n",
    'a string' => "\$3\r\nabc\r\n",
    'a list' => "*2\r\n:1\r\n:2\r\n",
    'a push' => ">2\r\n+invalidate\r\n*0\r\n",
];
foreach ($answers as $what => $answer) {
    $fake->always('*', 'say', $answer);
    $lock = new RedisLock('k', server: "$fake->address?read_timeout=1");
    echo "$what\n";
    foreach (['tryAcquire', 'isLocked'] as $method) {
        $failure = failure(fn() => $lock->$method());
        echo '  ', preg_replace(['/(?<="k" on )\S+(?=: )/', '/not a reply of Redis: .*(?= \(is)/'], ['<server>', 'not a reply of Redis: ...'], $failure), "\n";
    }
    unset($lock);
    $fake->reset();
}
say('alive', true);
?>
--EXPECT--
HTTP
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
SSH
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
SMTP
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
TLS alert
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
NUL
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
newlines
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
a length out of range
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
a negative length
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
many items
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
deep
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
no number
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
no number, large
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
another status
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
a string
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
a list
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
a push
  RedisLockConnectionException: Cannot acquire lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
  RedisLockConnectionException: Cannot check lock "k" on <server>: not a reply of Redis: ... (is this address the port of a Redis server?)
alive: true
