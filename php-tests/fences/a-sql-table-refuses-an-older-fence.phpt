--TEST--
Worked example: UPDATE ... WHERE fence < ? refuses a holder that was stopped for longer than its lease
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

/** As a SQL database does it: UPDATE accounts SET balance = ?, fence = ? WHERE id = ? AND fence < ? */
const ACCOUNTS = <<<'PHP'
    function update(string $table, int $balance, int $id, int $fence): int
    {
        $file = fopen($table, 'r+');
        flock($file, LOCK_EX);
        $rows = json_decode(stream_get_contents($file), true);
        if ($rows[$id]['fence'] >= $fence) {
            return 0; // rows updated
        }
        $rows[$id] = ['balance' => $balance, 'fence' => $fence];
        rewind($file);
        fwrite($file, json_encode($rows));
        return 1;
    }
    PHP;

$redis = RedisServer::start();
$table = "$redis->directory/accounts";
file_put_contents($table, json_encode([7 => ['balance' => 100, 'fence' => 0]]));
$code = ACCOUNTS . <<<'PHP'
    $lock = new RedisLock('account:7', ttl: (float) $argv[3], wait: 60.0, server: $argv[1], fenced: true);
    $lock->acquire() || exit("starved\n");
    $fence = $lock->getFence();
    $balance = json_decode(file_get_contents($argv[2]), true)[7]['balance'];
    say('read', $balance);
    hear();
    say('rows updated', update($argv[2], $balance + 10, 7, $fence));
    PHP;
$slow = PhpChild::start($code, [$redis->address, $table, 0.1]);
say('slow', $slow->hear());
// It does not go on before its lease is over and the next one has done its work.
$next = PhpChild::start($code, [$redis->address, $table, 60.0]);
say('next', $next->hear());
$next->tell('write');
say('next', $next->hear());
$slow->tell('write');
say('slow', $slow->hear());
say('balance', json_decode(file_get_contents($table), true)[7]['balance']);
$next->finish();
$slow->finish();
?>
--EXPECT--
slow: "read: 100"
next: "read: 100"
next: "rows updated: 1"
slow: "rows updated: 0"
balance: 110
