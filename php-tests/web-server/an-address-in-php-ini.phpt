--TEST--
An address in php.ini is complete in quotes, and loses its options without them; ${REDIS_URL} comes from the environment
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

putenv('REDIS_URL=redis://from.the.environment/0?read_timeout=0.5');
putenv('NO_REDIS_URL');
$ini = tempnam(sys_get_temp_dir(), 'ini');
foreach ([
    '"redis://cache.internal/0?read_timeout=0.5"',
    '"redis://user:a&b;c(d)!~^|%24@cache.internal"',
    '"${REDIS_URL}"',
    'redis://cache.internal/0?read_timeout=0.5',
    'redis://user:a&b@cache.internal',
    '"${NO_REDIS_URL}"',
] as $value) {
    file_put_contents($ini, "redislock.server = $value\nredislock.read_timeout = 7\n");
    $child = PhpChild::run(['-c', $ini, '-r', <<<'PHP'
        echo 'setting: ', ini_get('redislock.server'), "\nthe one after it: ", ini_get('redislock.read_timeout'), "\n";
        try {
            new RedisLock('k');
        } catch (ValueError) {
            echo "ValueError\n";
        }
        PHP], mergeErrors: true);
    echo "$value\n";
    foreach (explode("\n", $child->finish()) as $line) {
        if (preg_match('/^(setting|the one after it): |^ValueError|^PHP: .*syntax error/', $line)) {
            echo '    ', strtok($line, "\r"), "\n";
        }
    }
}
unlink($ini);
?>
--EXPECTF--
"redis://cache.internal/0?read_timeout=0.5"
    setting: redis://cache.internal/0?read_timeout=0.5
    the one after it: 7
"redis://user:a&b;c(d)!~^|%24@cache.internal"
    setting: redis://user:a&b;c(d)!~^|%24@cache.internal
    the one after it: 7
"${REDIS_URL}"
    setting: redis://from.the.environment/0?read_timeout=0.5
    the one after it: 7
redis://cache.internal/0?read_timeout=0.5
    PHP:  syntax error, unexpected '=' in %s on line 1
    setting: redis://cache.internal/0?read_timeout
    the one after it: 2.0
    ValueError
redis://user:a&b@cache.internal
    setting: 0
    the one after it: 7
    ValueError
"${NO_REDIS_URL}"
    setting: 
    the one after it: 7
    ValueError
