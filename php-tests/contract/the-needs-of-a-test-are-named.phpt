--TEST--
A test names the programs and rights that not every machine has, and needs() checks for them
--FILE--
<?php
require __DIR__ . '/../inc/needs.php';

$signs = [
    'php-fpm' => '#inc/Fpm\.php#',
    'phpredis' => '#new Redis\(\)#',
    'redis-py' => '#redis-py-lock\.py#',
    'a C compiler' => '#\bcc -#',
    'pcntl' => '#\bpcntl_|\bSIG[A-Z]+[12]?\b|inc/forks\.php|inc/handler-endings\.php#',
    'posix' => '#\bposix_#',
    'the name localhost' => '#@localhost:|rediss?://localhost:\$#',
];
$found = array_fill_keys(array_keys($signs), 0);
foreach (array_merge(glob(dirname(__DIR__) . '/*/*.phpt'), glob(dirname(__DIR__, 2) . '/server-tests/*/*.phpt')) as $path) {
    if ($path === __DIR__ . '/' . basename(__FILE__, '.php') . '.phpt') {
        continue;
    }
    $test = file_get_contents($path);
    [, $code] = preg_split('/^--FILE--\n/m', preg_split('/^--EXPECT/m', $test)[0]);
    $named = preg_match('/^--SKIPIF--\n.*?needs\((.*?)\); \?>$/ms', $test, $skipif) ? $skipif[1] : '';
    foreach ($signs as $thing => $sign) {
        if (preg_match($sign, $code)) {
            $found[$thing]++;
            str_contains($named, "'$thing'") || print basename($path) . " does not say that it needs $thing\n";
        }
    }
}
say('found for each', min($found) > 0 ?: $found);

putenv('PATH=/nowhere');
needs('a C compiler');
echo "\n";
putenv('TEST_PHP_EXECUTABLE=/nowhere/php');
needs('phpredis', 'a C compiler');
?>
--EXPECT--
found for each: true
skip NOT RUN: needs a C compiler
skip NOT RUN: needs phpredis and a C compiler
