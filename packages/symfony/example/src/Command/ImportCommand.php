<?php

declare(strict_types=1);

namespace App\Command;

use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;

#[AsCommand('app:import', 'Puts an import into a queue, once; or works off what is there')]
final class ImportCommand extends Command
{
    public function __construct(private readonly LockFactory $importLockFactory)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('what', InputArgument::REQUIRED, 'put or work')->addArgument('queue', InputArgument::REQUIRED, 'a folder');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $queue = $input->getArgument('queue');
        if ('put' === $input->getArgument('what')) {
            $key = new Key('import');
            // It is to outlive this process.
            if ($this->importLockFactory->createLockFromKey($key, 300.0, autoRelease: false)->acquire()) {
                file_put_contents("$queue/import.job", serialize($key));
                $output->writeln('put into the queue');
            } else {
                $output->writeln('is in the queue already');
            }

            return Command::SUCCESS;
        }
        $lock = $this->importLockFactory->createLockFromKey(unserialize(file_get_contents("$queue/import.job")), 300.0);
        $output->writeln($lock->isAcquired() ? 'works under the lock of who has put it' : 'has no lock');
        unlink("$queue/import.job");
        $lock->release();

        return Command::SUCCESS;
    }
}
