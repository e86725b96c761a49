<?php

declare(strict_types=1);

/** A table that accepts every write. */
final class UnfencedAccount implements Account
{
    public function __construct(private PDO $database)
    {
        $database->exec('CREATE TABLE unfenced (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)');
        $database->exec('INSERT INTO unfenced VALUES (7, 100)');
    }

    public function name(): string
    {
        return 'SQL without a fence: UPDATE ... SET balance = ? WHERE id = ?';
    }

    public function balance(): int
    {
        $account = $this->database->query('SELECT balance FROM unfenced WHERE id = 7') ?: throw new RuntimeException('no answer');

        return (int) $account->fetchColumn();
    }

    public function write(int $balance, int $fence): bool
    {
        $update = $this->database->prepare('UPDATE unfenced SET balance = ? WHERE id = 7');
        $update->execute([$balance]);

        return $update->rowCount() === 1;
    }
}
