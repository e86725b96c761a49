--TEST--
If PHP has not loaded the extension, a use of the cache throws an exception that names the extension, the php.ini and the command to run
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$code = 'require ' . var_export(__DIR__ . '/inc/laravel.php', true) . ';' . <<<'PHP'
    $caches = caches_of('phpredis', ['default' => ['host' => '127.0.0.1']]);
    echo thrown(fn() => $caches->store('redis')->get('a')), "\n", thrown(fn() => $caches->lock('a', 60)->get()), "\n";
    say('Laravel\'s own', $caches->store('own')->getStore()::class);
    PHP;
// This PHP, which reads no php.ini (-n), without any extension.
echo PhpChild::start($code, extensions: [])->finish();
?>
--EXPECTF--
LogicException: This PHP (8.%d.%d%S, cli) has not loaded the extension redislock. Install it with "pie install redislock/redislock" (docs/install.md has other ways), write "extension=redislock" into %sini, and restart what runs this PHP. "php --ri redislock" shows whether the command line has it.
LogicException: This PHP (8.%d.%d%S, cli) has not loaded the extension redislock. Install it with "pie install redislock/redislock" (docs/install.md has other ways), write "extension=redislock" into %sini, and restart what runs this PHP. "php --ri redislock" shows whether the command line has it.
Laravel's own: "Illuminate\\Cache\\RedisStore"
