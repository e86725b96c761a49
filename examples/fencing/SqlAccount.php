<?php

declare(strict_types=1);

/** A table that remembers the fence of the last write. */
final class SqlAccount implements Account
{
    public function __construct(private PDO $database)
    {
        $database->exec('CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, fence BIGINT NOT NULL DEFAULT 0)');
        $database->exec('INSERT INTO accounts (id, balance) VALUES (7, 100)');
    }

    public function name(): string
    {
        return 'SQL with a fence: UPDATE ... SET balance = ?, fence = ? WHERE id = ? AND fence < ?';
    }

    public function balance(): int
    {
        $account = $this->database->query('SELECT balance FROM accounts WHERE id = 7') ?: throw new RuntimeException('no answer');

        return (int) $account->fetchColumn();
    }

    public function write(int $balance, int $fence): bool
    {
        // One statement: comparing and writing cannot be torn apart. A program that writes more than once under one
        // lock compares with <= instead.
        $update = $this->database->prepare('UPDATE accounts SET balance = ?, fence = ? WHERE id = 7 AND fence < ?');
        $update->execute([$balance, $fence, $fence]);

        return $update->rowCount() === 1;
    }
}
