<?php

declare(strict_types=1);

/**
 * A holder that was stopped for longer than its lease comes back and writes: into a table without a fence, into one
 * with, and into a Redis hash with.
 *
 * Exits with 1 unless the first write gets through, and the other two are refused.
 */

require __DIR__ . '/../lib/bootstrap.php';
require __DIR__ . '/Account.php';
require __DIR__ . '/UnfencedAccount.php';
require __DIR__ . '/SqlAccount.php';
require __DIR__ . '/RedisAccount.php';

/** Two holders book on one account; the first is stopped after it has read. Returns whether it wrote all the same. */
function book(Account $account, PrivateRedis $redis): bool
{
    $line = "  %-10s %-38s balance %d\n";
    $server = "unix://$redis->socket";
    $first = new RedisLock('account:7', ttl: 0.1, server: $server, fenced: true);
    $second = new RedisLock('account:7', wait: 10.0, server: $server, fenced: true);

    // Without the lock there is no new fence: getFence() would be null, or that of a lost acquisition.
    $first->acquire() || throw new RuntimeException('another process has the account');
    $firstFence = $first->getFence() ?? throw new LogicException('not fenced');
    $seen = $account->balance();
    printf($line, 'first', 'holds the lock and reads', $seen);

    // A suspended machine, a full disk, a debugger. The lease ends meanwhile, and the next one is let in.
    $second->acquire() || throw new RuntimeException('the lease of the first did not end');
    $secondFence = $second->getFence() ?? throw new LogicException('not fenced');
    $account->write($account->balance() + 50, $secondFence) || throw new RuntimeException('the holder was refused');
    printf($line, 'second', 'holds the lock and books 50', $account->balance());
    $second->release();

    $written = $account->write($seen + 10, $firstFence);
    printf($line, 'first', $written ? 'comes back and books 10' : 'comes back and is refused', $account->balance());

    return $written;
}

$redis = new PrivateRedis();
$database = new PDO("sqlite:$redis->directory/bank.sqlite");

$written = [];
foreach ([new UnfencedAccount($database), new SqlAccount($database), new RedisAccount(new TinyRedis($redis->socket))] as $account) {
    echo $account->name(), "\n\n";
    $written[] = book($account, $redis);
    echo "\n";
}

if ($written !== [true, false, false]) {
    fwrite(STDERR, 'FAILED: written too late: ' . json_encode($written) . "\n");
    exit(1);
}
echo "As it should be: without a fence the 50 are gone, with one the write that came too late was refused.\n";
