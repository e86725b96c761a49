<?php

declare(strict_types=1);

namespace App\Command;

use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Lock\LockFactory;

#[AsCommand('app:clean-up', 'What cron starts every minute, and sometimes takes longer')]
final class CleanUpCommand extends Command
{
    public function __construct(private readonly LockFactory $lockFactory)
    {
        parent::__construct();
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $lock = $this->lockFactory->createLock('clean-up');
        if (!$lock->acquire()) {
            $output->writeln('the last one still runs: skipped');

            return Command::SUCCESS;
        }
        $output->writeln('begins');
        fgets(STDIN); // until the demo says that the work is done
        $output->writeln($lock->isAcquired() ? 'done, under the lock all the time' : 'the lock was lost');

        return Command::SUCCESS;
    }
}
