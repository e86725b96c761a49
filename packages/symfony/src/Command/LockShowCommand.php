<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Command;

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** @internal */
#[AsCommand('lock:show', 'Shows the holder of a lock')]
final class LockShowCommand extends Command
{
    public function __construct(private readonly Stores $stores)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('name', InputArgument::REQUIRED, 'The name of the lock, as createLock() takes it');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $io = new SymfonyStyle($input, $output);
        $rows = [];
        $isFine = $this->stores->each($io, function (string $name, RedisLockStore $store) use ($input, &$rows): void {
            $lock = $store->lock($input->getArgument('name'));
            $holder = $lock->getHolder();
            $rows[] = [$name, $lock->getKey(), Stores::server($lock), ...(null === $holder ? ['free', ''] : [
                $holder->label ?? 'a holder without a label',
                INF === $holder->remaining ? 'never' : sprintf('in %.1f s', $holder->remaining),
            ])];
        });
        [] === $rows || $io->table(['framework.lock', 'Key', 'Server', 'Holder', 'Its lease ends'], $rows);

        return $isFine ? Command::SUCCESS : Command::FAILURE;
    }
}
