--TEST--
An address with a fragment is refused: a # in a password or a path would cut it off silently
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['redis://user:123#hunter2@host', 'redis://h#0', 'unix:///run/re#dis.sock', 'unix:///s?user=u&pass=a#hunter2'] as $address) {
    echo strtok(thrown(fn() => new RedisLock('k', server: $address)), ':'), "\n";
}
say('escaped it is part of it', thrown(fn() => new RedisLock('k', server: 'redis://user:123%23hunter2@host')));
?>
--EXPECT--
ValueError
ValueError
ValueError
ValueError
escaped it is part of it: "nothing thrown, returned RedisLock"
