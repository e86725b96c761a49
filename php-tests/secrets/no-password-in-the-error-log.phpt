--TEST--
An uncaught exception writes no password to the error log
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start(['requirepass' => 'other'], tcp: true);
$log = "$redis->directory/php.log";
$failures = [
    '(new RedisLock("k", 1.0, 1.0, $argv[1]))->acquire();' => '',
    'new RedisLock("k", -1.0, 1.0, $argv[1]);' => '',
    'new RedisLock("k", 1.0, 1.0, "$argv[1]?bad=hunter2");' => '',
    'new RedisLock("k");' => '?bad=1', // as php.ini has it: also a warning when PHP starts
    'function f(RedisLock $lock) { throw new LogicException("ours"); } f(new RedisLock("k", server: $argv[1]));' => '',
];
foreach ($failures as $failure => $options) {
    $child = PhpChild::start(
        $failure,
        [$redis->tcpAddress('user:hunter2')],
        ['redislock.server' => $redis->tcpAddress('user:hunter2', $options), 'log_errors' => '1', 'display_errors' => '0', 'error_log' => $log, 'zend.exception_ignore_args' => '0', 'zend.exception_string_param_max_len' => '1000'],
        mergeErrors: true,
    );
    say('shown', $child->finish());
    say('exit code', $child->exitCode);
    preg_match('/Uncaught (\w+): /', file_get_contents($log), $found);
    say('logged', $found[1]);
    say('passwords', substr_count(file_get_contents($log), 'hunter2'));
    unlink($log);
}
?>
--EXPECT--
shown: ""
exit code: 255
logged: "RedisLockConnectionException"
passwords: 0
shown: ""
exit code: 255
logged: "ValueError"
passwords: 0
shown: ""
exit code: 255
logged: "ValueError"
passwords: 0
shown: ""
exit code: 255
logged: "ValueError"
passwords: 0
shown: ""
exit code: 255
logged: "LogicException"
passwords: 0
