<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Console;

use Illuminate\Cache\CacheManager;
use Illuminate\Contracts\Config\Repository as Config;
use Illuminate\Support\Str;
use LogicException;
use RedisLock\Laravel\Extension;
use RedisLock\Laravel\Options;
use RedisLock\Laravel\RedisLockStore;
use ReflectionExtension;

class CheckCommand extends LockCommand
{
    /** How long the attempt waits that shows how a process waits. */
    private const WAIT = 0.2;

    protected $signature = 'redislock:check {--store= : One cache store, if there are several with the driver redislock}';

    protected $description = 'Check the extension redislock, the servers of the locks, and how a process waits there';

    public function handle(Config $config, CacheManager $cache): int
    {
        try {
            Extension::assertLoaded();
        } catch (LogicException $e) {
            $this->error($e->getMessage());

            return self::FAILURE;
        }
        $this->detail('Extension', sprintf('%s, in PHP %s (%s)', phpversion('redislock'), PHP_VERSION, PHP_SAPI));

        return $this->each($config, $cache, function (string $name, RedisLockStore $store, #[\SensitiveParameter] array $keys): void {
            $this->line("<options=bold>$name</>, ".$store->lockServer());
            foreach (Options::unknown($keys) as $key) {
                $this->warn("The key [$key] has no effect: this package does not know it.");
            }
            $lock = $store->lock($tested = 'redislock:check:'.Str::random(), 10);
            $start = hrtime(true);
            $this->detail('A lock', $lock->get() ? sprintf('acquired in %.1f ms', (hrtime(true) - $start) / 1e6) : 'not acquired: too few replicas have acknowledged it');
            $before = $this->waits();
            $store->lock($tested, 10)->acquire(self::WAIT);
            $after = $this->waits();
            $lock->release();
            $this->detail('A process waits', match (true) {
                $after['asleep'] > $before['asleep'] => rtrim("by sleep and retry: {$after['reason']}", ': '),
                $after['queued'] > $before['queued'] => 'in the queue',
                default => 'not known, because the lock was free',
            });
        });
    }

    /** @return array{queued: int, asleep: int, reason: string} the waits of this process, as phpinfo() shows them */
    private function waits(): array
    {
        ob_start();
        (new ReflectionExtension('redislock'))->info();
        preg_match('/^Waits => in the queue: (\d+), by sleep and retry: (\d+)(?: \((.*)\))?$/m', (string) ob_get_clean(), $found);

        return ['queued' => (int) ($found[1] ?? 0), 'asleep' => (int) ($found[2] ?? 0), 'reason' => $found[3] ?? ''];
    }
}
