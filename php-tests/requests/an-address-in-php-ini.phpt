--TEST--
An address in php.ini: in quotes it is whole, without them its options are lost, and ${REDIS_URL} comes from the environment
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

putenv('REDIS_URL=redis://from.the.environment/0?read_timeout=0.5');
putenv('NO_REDIS_URL');
$ini = tempnam(sys_get_temp_dir(), 'ini');
foreach ([
    '"redis://cache.internal/0?read_timeout=0.5"',
    '"redis://user:~!()|&^;#$%24@cache.internal"',
    'redis://cache.internal/0?read_timeout=0.5',
    'redis://user:a&b@cache.internal',
    '"${REDIS_URL}"',
    '"${NO_REDIS_URL}"',
] as $value) {
    file_put_contents($ini, "redislock.server = $value\nredislock.read_timeout = 7\n");
    $child = PhpChild::run(['-c', $ini, '-r', 'echo json_encode([ini_get("redislock.server"), ini_get("redislock.read_timeout")], JSON_UNESCAPED_SLASHES), "\n";
        try { new RedisLock("k"); } catch (ValueError) { echo "ValueError\n"; }'], mergeErrors: true);
    say($value, $child->finish());
}
unlink($ini);
?>
--EXPECTF--
"redis://cache.internal/0?read_timeout=0.5": "[\"redis://cache.internal/0?read_timeout=0.5\",\"7\"]\n"
"redis://user:~!()|&^;#$%24@cache.internal": "%s\"7\"]\n%S"
redis://cache.internal/0?read_timeout=0.5: "%Ssyntax error, unexpected '='%s"
redis://user:a&b@cache.internal: "[\"0\",\"7\"]\nValueError\n"
"${REDIS_URL}": "[\"redis://from.the.environment/0?read_timeout=0.5\",\"7\"]\n"
"${NO_REDIS_URL}": "[\"\",\"7\"]\nValueError\n"
