--TEST--
If a server without the native commands replaces one with them, or the other way round, there is no error
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$program = getenv('REDISLOCK_PROGRAM');
$directory = sys_get_temp_dir() . '/redislock-' . bin2hex(random_bytes(6));
mkdir($directory);
// The link decides which program is started.
$link = "$directory/server";
$lead = function (string $to) use ($link) {
    @unlink($link);
    symlink($to, $link) || throw new RuntimeException('no link');
};
$lead($program);
file_put_contents("$directory/start", "#!/bin/sh\nexec \"\$(readlink $link)\" \"\$@\"\n");
chmod("$directory/start", 0700);
$stable = trim((string) shell_exec('command -v redis-server'));
$node = Node::start("$directory/start");
$lock = new RedisLock('k', ttl: 600.0, server: $node->address);
$cycle = fn() => [$lock->acquire(), $lock->refresh(), $lock->release()];
$has = fn() => array_filter($node->ask('COMMAND', 'INFO', 'DELEX', 'DELIFEQ')) !== [];
foreach ([$program, $stable, $program, $stable] as $next) {
    $lead($next);
    $node->restart();
    $node->ask('SET', 'held', 'a token', 'PX', '600000');
    $held = RedisLock::restore('held', 'a token', server: $node->address);
    say($has() ? 'has them' : 'has not', [$held->release(), $cycle(), $cycle(), $node->ask('EXISTS', 'held', 'k')]);
}
say('errors', RedisLock::stats()['errors']);
array_map(unlink(...), [$link, "$directory/start"]);
rmdir($directory);
?>
--EXPECT--
has them: [true,[true,true,true],[true,true,true],0]
has not: [true,[true,true,true],[true,true,true],0]
has them: [true,[true,true,true],[true,true,true],0]
has not: [true,[true,true,true],[true,true,true],0]
errors: 0
