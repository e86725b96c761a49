--TEST--
Where PHP has not loaded the extension, a store is refused by an exception that names the extension, the php.ini and what to run
--FILE--
<?php
require __DIR__ . '/inc.php';

$code = 'require ' . var_export(__DIR__ . '/inc.php', true) . ';' . <<<'PHP'
    use RedisLock\Symfony\{RedisLockStore, RedisSemaphoreStore, SemaphoreStoreFactory, StoreFactory};
    use RedisLock\Symfony\Command\{LockCheckCommand, Stores};
    use Symfony\Component\Console\Input\ArrayInput;
    use Symfony\Component\Console\Output\BufferedOutput;
    use Symfony\Component\DependencyInjection\ServiceLocator;

    foreach ([
        fn() => StoreFactory::createStore('redislock+redis://localhost'),
        fn() => new RedisLockStore('redis://localhost'),
        fn() => SemaphoreStoreFactory::createStore('redislock+redis://localhost'),
        fn() => new RedisSemaphoreStore('redis://localhost'),
    ] as $make) {
        echo thrown($make), "\n";
    }
    $command = new LockCheckCommand(new Stores(new ServiceLocator([])));
    say('lock:check', [$command->run(new ArrayInput([]), $output = new BufferedOutput()), preg_replace('/\s+/', ' ', $output->fetch())]);
    say('Symfony\'s own', StoreFactory::createStore('flock')::class);
    PHP;
// This PHP, which reads no php.ini (-n), without any extension.
echo PhpChild::start($code, extensions: [])->finish();
?>
--EXPECTF--
LogicException: This PHP (8.%d.%d%S, cli) has not loaded the extension redislock. Install it with "pie install redislock/redislock" (docs/install.md has other ways), write "extension=redislock" into %sini, and restart what runs this PHP. "php --ri redislock" shows whether the command line has it.
LogicException: This PHP (8.%d.%d%S, cli) has not loaded the extension redislock. Install it with "pie install redislock/redislock" (docs/install.md has other ways), write "extension=redislock" into %sini, and restart what runs this PHP. "php --ri redislock" shows whether the command line has it.
LogicException: This PHP (8.%d.%d%S, cli) has not loaded the extension redislock. Install it with "pie install redislock/redislock" (docs/install.md has other ways), write "extension=redislock" into %sini, and restart what runs this PHP. "php --ri redislock" shows whether the command line has it.
LogicException: This PHP (8.%d.%d%S, cli) has not loaded the extension redislock. Install it with "pie install redislock/redislock" (docs/install.md has other ways), write "extension=redislock" into %sini, and restart what runs this PHP. "php --ri redislock" shows whether the command line has it.
lock:check: [1," [ERROR] This PHP (8.%d.%d%S, cli) has not loaded the extension redislock. Install it with \"pie install %A"]
Symfony's own: "Symfony\\Component\\Lock\\Store\\FlockStore"
