<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Command;

use RedisLock\Symfony\Extension;
use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** @internal */
#[AsCommand('lock:check', 'Checks the extension redislock, the servers of framework.lock, and how a process waits there')]
final class LockCheckCommand extends Command
{
    /** Seconds. */
    private const WAIT = 0.2;

    public function __construct(private readonly Stores $stores)
    {
        parent::__construct();
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $io = new SymfonyStyle($input, $output);
        try {
            Extension::assertLoaded();
        } catch (\LogicException $exception) {
            $io->error($exception->getMessage());

            return Command::FAILURE;
        }
        $io->text(sprintf('Extension redislock %s in PHP %s (%s)', phpversion('redislock'), PHP_VERSION, PHP_SAPI));
        $rows = [];
        $isFine = $this->stores->each($io, function (string $name, RedisLockStore $store) use (&$rows): void {
            $resource = 'redislock-check-'.bin2hex(random_bytes(8));
            $lock = $store->lock($resource);
            $start = hrtime(true);
            $lock->acquire(0.0);
            try {
                $took = hrtime(true) - $start;
                $before = self::waits();
                $store->lock($resource)->acquire(self::WAIT);
                $after = self::waits();
            } finally {
                $lock->release();
            }
            // One that is refused in the queue sleeps then.
            $waits = match (true) {
                $after['asleep'] > $before['asleep'] => rtrim("by sleep and retry: {$after['reason']}", ': '),
                $after['queue'] > $before['queue'] => 'in the queue',
                default => 'unknown: the server was too slow',
            };
            $rows[] = [$name, Stores::server($lock), sprintf('acquired in %.1f ms', $took / 1e6), $waits];
        });
        [] === $rows || $io->table(['framework.lock', 'Server', 'A lock', 'A process waits'], $rows);

        return $isFine ? Command::SUCCESS : Command::FAILURE;
    }

    /** @return array{queue: int, asleep: int, reason: string} the waits of this process, as phpinfo() shows them */
    private static function waits(): array
    {
        ob_start();
        (new \ReflectionExtension('redislock'))->info();
        preg_match('/^Waits => in the queue: (\d+), by sleep and retry: (\d+)(?: \((.*)\))?$/m', (string) ob_get_clean(), $found);

        return ['queue' => (int) ($found[1] ?? 0), 'asleep' => (int) ($found[2] ?? 0), 'reason' => $found[3] ?? ''];
    }
}
