--TEST--
If the work returns by reference, the caller gets the value and shares no reference with the work
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
final class Stock
{
    private array $items = ['a', 'b'];
    public function &items(): array { return $this->items; }
    public function shown(): array { return $this->items; }
}
function append(array &$items): void { $items[] = 'd'; }
$stock = new Stock();
$lock = new RedisLock('k', server: $redis->address);
$items = $lock->synchronized([$stock, 'items']);
$items[] = 'c';
say('ours', $items);
say('the work\'s', $stock->shown());
@append($lock->synchronized($stock->items(...)));
foreach ($lock->synchronized($stock->items(...)) as &$item) {
    $item = 'x';
}
say('the work\'s', $stock->shown());
say('a number', $lock->synchronized(function &() { static $count = 1; return $count; }));
?>
--EXPECT--
ours: ["a","b","c"]
the work's: ["a","b"]
the work's: ["a","b"]
a number: 1
