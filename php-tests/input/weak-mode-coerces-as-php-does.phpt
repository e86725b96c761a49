--TEST--
Without strict_types, arguments are coerced as PHP does it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
final class Text
{
    public function __construct(private string $text) {}
    public function __toString(): string { return $this->text; }
}

say('int key', (new RedisLock(123))->getKey());
say('float key', (new RedisLock(1.5))->getKey());
say('bool key', (new RedisLock(true))->getKey());
say('Stringable key', (new RedisLock(new Text('a key')))->getKey());
say('string ttl', (new RedisLock('k', '5'))->getTtl());
say('int ttl', (new RedisLock('k', 5))->getTtl());
say('bool ttl', (new RedisLock('k', true))->getTtl());
say('string wait', thrown(fn() => new RedisLock('k', 5, '0.5')));
say('Stringable server', (new RedisLock('k', server: new Text($redis->address)))->tryAcquire());
say('int flag, string number', thrown(fn() => new RedisLock('k', autoRenew: 0, fenced: '', retryInterval: '1e-2', replicas: '0')));
say('string wait of acquire', (new RedisLock('other', server: $redis->address))->acquire('1'));
say('int token', RedisLock::restore(1, 2)->getToken());

$server = $redis->address;
$reference = &$server;
say('server by reference', (new RedisLock('third', server: $reference))->tryAcquire());

refusals([
    'array key' => fn() => new RedisLock([]),
    'object key' => fn() => new RedisLock(new stdClass()),
    'text for a ttl' => fn() => new RedisLock('k', 'soon'),
    'array for a ttl' => fn() => new RedisLock('k', []),
    'array for a wait' => fn() => new RedisLock('k', wait: [1]),
    'object server' => fn() => new RedisLock('k', server: new stdClass()),
    'number for a server' => fn() => new RedisLock('k', server: 5),
    'array for a flag' => fn() => new RedisLock('k', autoRenew: []),
    'text for a number' => fn() => new RedisLock('k', replicas: 'two'),
    'too large for an int' => fn() => new RedisLock('k', replicas: 1e30),
    'array for the wait of acquire' => fn() => (new RedisLock('k'))->acquire([]),
    'text for the ttl of refresh' => fn() => (new RedisLock('k'))->refresh('long'),
    'number for the work' => fn() => (new RedisLock('k'))->synchronized(5),
    'array for a token' => fn() => RedisLock::restore('k', []),
    'object server of restore' => fn() => RedisLock::restore('k', 't', 1.0, new stdClass()),
]);
?>
--EXPECT--
int key: "123"
float key: "1.5"
bool key: "1"
Stringable key: "a key"
string ttl: 5.0
int ttl: 5.0
bool ttl: 1.0
string wait: "nothing thrown, returned RedisLock"
Stringable server: true
int flag, string number: "nothing thrown, returned RedisLock"
string wait of acquire: true
int token: "2"
server by reference: true
array key => TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type string, array given
object key => TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type string, stdClass given
text for a ttl => TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type float, string given
array for a ttl => TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type float, array given
array for a wait => TypeError: RedisLock::__construct(): Argument #3 ($wait) must be of type float, array given
object server => TypeError: RedisLock::__construct(): Argument #4 ($server) must be of type array|string|null, stdClass given
number for a server => ValueError: RedisLock::__construct(): Argument #4 ($server) has no scheme: it must begin with redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://, like redis://host:6379/0
array for a flag => TypeError: RedisLock::__construct(): Argument #5 ($autoRenew) must be of type bool, array given
text for a number => TypeError: RedisLock::__construct(): Argument #10 ($replicas) must be of type int, string given
too large for an int => TypeError: RedisLock::__construct(): Argument #10 ($replicas) must be of type int, float given
array for the wait of acquire => TypeError: RedisLock::acquire(): Argument #1 ($wait) must be of type ?float, array given
text for the ttl of refresh => TypeError: RedisLock::refresh(): Argument #1 ($ttl) must be of type ?float, string given
number for the work => TypeError: RedisLock::synchronized(): Argument #1 ($work) must be a valid callback, no array or string given
array for a token => TypeError: RedisLock::restore(): Argument #2 ($token) must be of type string, array given
object server of restore => TypeError: RedisLock::restore(): Argument #4 ($server) must be of type array|string|null, stdClass given
