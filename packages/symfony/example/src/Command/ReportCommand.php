<?php

declare(strict_types=1);

namespace App\Command;

use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Lock\LockFactory;

#[AsCommand('app:report', 'Adds one to the number in a file, slowly; who comes second waits')]
final class ReportCommand extends Command
{
    public function __construct(private readonly LockFactory $lockFactory)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('file', InputArgument::REQUIRED);
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $file = $input->getArgument('file');
        $lock = $this->lockFactory->createLock('report');
        $lock->acquire(true);
        $count = (int) @file_get_contents($file);
        $output->writeln("begins with $count");
        usleep(300_000);
        file_put_contents($file, $count + 1);
        $lock->release();

        return Command::SUCCESS;
    }
}
