--TEST--
A fatal error, an exit() or an exception of a signal handler during a wait does not disturb the next request of the same process
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/WebServer.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$code = <<<'PHP'
    ini_set('display_errors', '0');
    set_time_limit(0);
    if (isset($_GET['ending'])) {
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () {
            $inner = new RedisLock('of the handler', ttl: 600.0);
            isset($_GET['inside']) ? $inner->synchronized(fn() => eval($_GET['ending'])) : eval($_GET['ending']);
        });
        $held = new RedisLock('held', ttl: 600.0);
        $held->acquire();
        (new RespClient(ini_get('redislock.server')))->ask('SET', 'process', getmypid());
        $lock = new RedisLock('k', ttl: 600.0, wait: 600.0);
        isset($_GET['synchronized']) ? $lock->synchronized(fn() => null) : $lock->acquire();
        exit('went on');
    }
    say('process', (int) $_GET['process'] === getmypid());
    // Neither the fatal error nor the end of a wait affects this request.
    $start = now();
    say('a wait lasts', [(new RedisLock('k'))->acquire(0.3), now() - $start >= 0.3]);
    say('and has its exception', strtok(thrown(fn() => (new RedisLock('k'))->synchronized(fn() => null, 0.0)), ':'));
    if ($_GET['after'] !== 'fatal error') {
        // After that pcntl keeps all signals of the process blocked.
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () { throw new DomainException('enough'); });
        pcntl_alarm(1);
        $thrown = thrown(fn() => (new RedisLock('k'))->acquire(600.0));
        $thrown === 'DomainException: enough' || say('a handler ends a wait', $thrown);
    }
    say('synchronized', (new RedisLock('free'))->synchronized(fn(RedisLock $lock) => $lock->isOwned()));
    // The connection that the handler has interrupted, the handler's own, and the queue's.
    say('errors', RedisLock::stats()['errors']);
    say('connections at most three', RedisLock::stats()['connections'] <= 3);
    echo "the end\n";
    PHP;
$sender = new SignalSender();
$redis->ask('SET', 'k', 'another-client');
$endings = ['fatal error' => '@trigger_error("", E_USER_ERROR);', 'exit' => 'exit;', 'exception' => 'throw new LogicException();'];
$expected = null;
foreach ($endings as $what => $ending) {
    foreach ([[], ['synchronized' => 'yes'], ['inside' => 'yes']] as $how) {
        $web = new WebServer($redis->directory, $code, ['redislock.server' => $redis->address]);
        $request = $web->begin(...[...$how, 'ending' => $ending]);
        $process = (int) await('the request', fn() => $redis->ask('GET', 'process'));
        await_waiting($redis);
        $sender->send('ALRM', $process);
        $said = WebServer::answer($request);
        $said === '' || say("$what said", $said);
        await("the release after: $what", fn() => $redis->ask('EXISTS', 'held', 'of the handler') === 0);
        $next = $web->request(process: (string) $process, after: $what);
        $expected ?? print $expected = $next;
        $next === $expected || print "after $what: " . json_encode($how) . "\n$next";
        $redis->ask('DEL', 'process');
    }
}
say('keys left', $redis->locks());
?>
--EXPECT--
process: true
a wait lasts: [false,true]
and has its exception: "RedisLockTimeoutException"
synchronized: true
errors: 0
connections at most three: true
the end
keys left: ["k"]
