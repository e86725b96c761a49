--TEST--
Every acquisition has a token of its own: 32 lowercase hex digits
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$lock = new RedisLock($key = Kind::newKey(), server: $kind->server);
say('before the first', $lock->getToken());
$tokens = [];
for ($n = 0; $n < 20; $n++) {
    $lock->acquire();
    $tokens[$lock->getToken()] = true;
    $kind->keyHolds($key) === $lock->getToken() || print("the key holds another token\n");
    $lock->release();
}
say('different', count($tokens));
say('well-formed', count(preg_grep('/^[0-9a-f]{32}$/D', array_map(strval(...), array_keys($tokens)))));
?>
--EXPECT--
before the first: null
different: 20
well-formed: 20
