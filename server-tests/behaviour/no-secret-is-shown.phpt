--TEST--
No password of an address is in an exception, a trace, a dump or phpinfo(), whether the servers take it or not
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

const PASSWORD = 'hunter2';
ini_set('zend.exception_string_param_max_len', '1000');
$kind = Kind::current();
$secrets = [PASSWORD, ...$kind->secrets];
$text = '';
foreach (['refused' => $kind->serverFor('user', PASSWORD), 'taken' => $kind->server] as $which => $server) {
    $locks = [new RedisLock(Kind::newKey(), 1.0, 1.0, $server)];
    $thrown = [];
    foreach ([
        fn() => $locks[0]->acquire(),
        fn() => $locks[0]->isLocked(),
        fn() => RedisLock::restore('k', 't', 1.0, $server)->refresh(),
        fn() => (new RedisLock(Kind::newKey(), 1.0, 1.0, $server))->synchronized(fn() => null),
        fn() => new RedisLock('k', -1.0, 1.0, $server),
        fn() => new RedisLock('', 1.0, 1.0, $server),
    ] as $call) {
        try {
            $call();
            $thrown[] = 'nothing';
        } catch (Throwable $exception) {
            $thrown[] = $exception::class;
            ob_start();
            print_r($exception);
            var_dump($exception->getTrace());
            echo $exception;
            $text .= ob_get_clean();
        }
    }
    say($which, array_count_values($thrown));
    ob_start();
    var_dump($locks);
    print_r($locks);
    var_export($locks);
    debug_zval_dump($locks);
    phpinfo(INFO_MODULES);
    $text .= ob_get_clean();
}
say('something is shown', substr_count($text, 'RedisLock') > 20);
foreach ($secrets as $secret) {
    str_contains($text, $secret) && print("a secret is shown\n");
}
?>
--EXPECT--
refused: {"RedisLockConnectionException":4,"ValueError":2}
taken: {"nothing":4,"ValueError":2}
something is shown: true
