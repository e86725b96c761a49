--TEST--
An isolated command does not run while another process runs it
--EXTENSIONS--
iconv
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/application.php';

use Illuminate\Console\CacheCommandMutex;
use Illuminate\Console\Command;
use Illuminate\Contracts\Console\Isolatable;
use Illuminate\Contracts\Console\Kernel;

final class Isolated extends Command implements Isolatable
{
    protected $signature = 'isolated';

    public int $ran = 0;

    public ?Closure $meanwhile = null;

    public function handle(): int
    {
        $this->ran++;
        ($this->meanwhile)();

        return self::SUCCESS;
    }
}

$redis = RedisServer::start();
$app = application($redis);
$kernel = $app->make(Kernel::class);
$command = new Isolated();
$kernel->registerCommand($command);
$mutex = $app->make(CacheCommandMutex::class);
$command->meanwhile = fn() => say('meanwhile: can be begun, minutes left', [$mutex->create($command), ceil($redis->ask('PTTL', $redis->locks()[0]) / 60_000)]);

$acquired = acquired(fn() => $kernel->call('isolated', ['--isolated' => 12]));
say('ran, by a lock of the extension, which is free again', [$command->ran, $acquired, $redis->locks()]);
$mutex->create($command);
say('while another one runs it', [$kernel->call('isolated', ['--isolated' => 12]), $command->ran]);
$mutex->forget($command);
say('and then', [$kernel->call('isolated', ['--isolated' => 12]), $command->ran]);
?>
--EXPECT--
meanwhile: can be begun, minutes left: [false,60.0]
ran, by a lock of the extension, which is free again: [1,1,[]]
while another one runs it: [12,1]
meanwhile: can be begun, minutes left: [false,60.0]
and then: [0,2]
