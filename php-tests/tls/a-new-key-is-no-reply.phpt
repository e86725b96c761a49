--TEST--
A TLS message on an idle connection, such as a new key, neither ends it nor counts as a reply; unrequested bytes cost a reconnect
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$certificates = (new Certificates())->issue('server');
$port = free_port();
// Not Redis, but the server of openssl: it sends the lines of its input, a new key for the line K, and prints the bytes that it receives.
$pair = ['-cert', $certificates->path('server.pem'), '-key', $certificates->path('server.key')];
$server = proc_open(['openssl', 's_server', '-accept', "127.0.0.1:$port", '-crlf', '-tls1_3', ...$pair], [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
stream_set_blocking($pipes[1], false);
$await = function (string $what) use ($pipes) {
    $heard = '';
    await($what, function () use ($pipes, $what, &$heard) {
        return str_contains($heard .= fread($pipes[1], 10_000), $what);
    });
};
$await('ACCEPT');
$user = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', ttl: 600.0, server: $argv[1]);
    while (($method = hear()) !== '') {
        say($method, [$lock->$method(), RedisLock::stats()['reconnects']]);
    }
    PHP, ["rediss://127.0.0.1:$port?ca=$certificates->ca&read_timeout=30"]);
$use = function (string $method, string $command, string $reply) use ($user, $pipes, $await) {
    $user->tell($method);
    $await($command);
    fwrite($pipes[0], "$reply\n");
    echo $user->hear(), "\n";
};
$use('acquire', 'SET', '+OK');
for ($n = 0; $n < 3; $n++) {
    fwrite($pipes[0], "K\n");
    usleep(100_000); // until it has come to the other side
    $use('isLocked', 'EXISTS', ':1');
}
fwrite($pipes[0], "+HEY\n");
usleep(100_000);
$use('isLocked', 'EXISTS', ':0');
proc_terminate($server, 9); // and answers no release
$user->tell('');
echo $user->finish();
?>
--EXPECT--
acquire: [true,0]
isLocked: [true,0]
isLocked: [true,0]
isLocked: [true,0]
isLocked: [false,1]
