--TEST--
Over a faulty network no read of 12 processes is torn, no writer writes during a read, and a writer waits for few turns of readers
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
// As many as the campaign wants; here in some seconds.
$acquisitions = (int) (getenv('REDISLOCK_ACQUISITIONS') ?: (is_slow() ? 60 : 600));
const READERS = 10;
const WRITERS = 2;
$file = "$redis->directory/file";
file_put_contents($file, str_repeat('0', 64));
$code = <<<'PHP'
    [, $kind, $number, $address, $server, $file, $acquisitions, $faults] = $argv;
    $redis = new RespClient($server); // not by the bad network
    $is_reader = $kind === 'reader';
    $sum = ['turns' => 0, 'torn' => 0, 'exceptions' => 0, 'late' => 0, 'late during faults' => 0, 'not believed' => 0, 'long' => 0, 'longest' => 0, 'longest during faults' => 0];
    $lock = new RedisLock('k', ttl: 5.0, wait: 60.0, server: $address, shared: $is_reader, retryInterval: 0.01, fenced: $is_reader);
    echo "ready\n";
    hear();
    $faults_before = 0;
    $turns = fn() => array_map(intval(...), $redis->ask('HVALS', 'turns'));
    while ($redis->ask('LLEN', 'all') < $acquisitions) {
        try {
            $before = $turns();
            // A fault of the wait before may have left this process without a connection to wait on.
            [$faults_earlier, $faults_before] = [$faults_before, filesize_of($faults)];
            $is_faulty = fn() => filesize_of($faults) !== $faults_earlier;
            if (!$lock->acquire()) {
                $sum[$is_faulty() ? 'late during faults' : 'late']++;
                continue;
            }
            // The most turns of one reader meanwhile.
            $most = max([0, ...array_map(fn($after, $before) => $after - $before, $turns(), $before)]);
            $what = $is_faulty() ? 'longest during faults' : 'longest';
            $sum[$what] = max($sum[$what], $most);
            $sum['long'] += (int) ($what === 'longest' && $most > 20);
            if ($is_reader) {
                $redis->ask('HINCRBY', 'turns', $number, 1);
                $handle = fopen($file, 'r');
                $first = fread($handle, 32);
                usleep(mt_rand(0, 2_000));
                fseek($handle, 32);
                $torn = $first !== fread($handle, 32);
                // A reader whose lease is over discards its read.
                $lock->isHeld() ? $sum['torn'] += (int) $torn : $sum['not believed']++;
            } else {
                $content = md5(random_bytes(8));
                $handle = fopen($file, 'r+');
                fwrite($handle, $content);
                fflush($handle);
                usleep(mt_rand(0, 1_000));
                fwrite($handle, $content);
                fflush($handle);
                $again = file_get_contents($file);
                $lock->isHeld() ? $sum['torn'] += (int) ($again !== $content . $content) : $sum['not believed']++;
            }
            $sum['turns']++;
            $redis->ask('RPUSH', 'all', $is_reader ? 'r' : 'w');
            $lock->release();
        } catch (RedisLockException) {
            $sum['exceptions']++;
            $lock = new RedisLock('k', ttl: 5.0, wait: 60.0, server: $address, shared: $is_reader, retryInterval: 0.01, fenced: $is_reader);
        }
        $is_reader || usleep(mt_rand(0, 20_000));
    }
    echo json_encode($sum), "\n";

    function filesize_of(string $directory): int
    {
        clearstatcache();
        return array_sum(array_map(filesize(...), glob("$directory/faults-*")));
    }
    PHP;
$processes = $proxies = $sums = [];
foreach (['reader' => READERS, 'writer' => WRITERS] as $kind => $count) {
    // Each process has its own proxy, so that it knows the proxy's faults.
    for ($n = 0; $n < $count; $n++) {
        mkdir($faults = "$redis->directory/$kind $n");
        $listen = "unix://$redis->directory/proxy-" . count($proxies);
        $proxy = PhpChild::run([__DIR__ . '/../../campaign/proxy.php'], [$listen, $redis->address, $faults, random_int(0, 1 << 30), 'few'], extensions: []);
        $proxy->hear() === 'ready' || throw new RuntimeException('a proxy does not start');
        $proxies[$faults] = $proxy;
        $processes["$kind $n"] = PhpChild::start($code, [$kind, $n, "$listen?read_timeout=0.3&connect_timeout=0.3", $redis->address, $file, $acquisitions, $faults]);
    }
}
array_map(fn(PhpChild $process) => $process->hear(), $processes);
array_map(fn(PhpChild $process) => $process->tell('go'), $processes);
foreach ($processes as $name => $process) {
    $sums[$name] = json_decode($said = $process->finish(), true) ?? throw new RuntimeException("$name: $said");
}
$sum = fn(string $what) => array_sum(array_column($sums, $what));
$of_writers = fn(string $what) => max(array_map(fn(int $n) => $sums["writer $n"][$what], range(0, WRITERS - 1)));
say('acquisitions', $sum('turns') >= $acquisitions);
say('torn reads, and writes during others', $sum('torn'));
say('too late', $sum('late'));
$faults_of = fn(string $faults) => count(array_merge([], ...array_map(file(...), glob("$faults/*"))));
// A process that a fault leaves without a connection to wait on polls for a while.
$without_turns = array_filter(array_keys($sums), fn(string $name) => $sums[$name]['turns'] === 0 && $faults_of("$redis->directory/$name") === 0);
say('all had turns', $without_turns === [] ?: $without_turns);
// A process that a busy machine keeps from its first command is passed.
$long = array_map(fn(int $n) => [$sums["writer $n"]['long'], $sums["writer $n"]['turns']], range(0, WRITERS - 1));
say("a writer's waits of more than 20 turns of one reader", array_filter($long, fn(array $of) => $of[0] > 1 + $of[1] / 20) === [] ? 'few' : $long);
$met = array_sum(array_map($faults_of, array_keys($proxies)));
say('faults met', $met > 0);
printf("%d acquisitions, %d by writers, whose longest wait was %d turns of one reader, and %d where a fault met it; %d faults, %d exceptions, %d not held any more, %d too late where a fault met them\n",
    $sum('turns'), $sums['writer 0']['turns'] + $sums['writer 1']['turns'], $of_writers('longest'), $of_writers('longest during faults'), $met, $sum('exceptions'), $sum('not believed'), $sum('late during faults'));
foreach ($proxies as $proxy) {
    $proxy->finish();
}
?>
--EXPECTF--
acquisitions: true
torn reads, and writes during others: 0
too late: 0
all had turns: true
a writer's waits of more than 20 turns of one reader: "few"
faults met: true
%d acquisitions, %d by writers, whose longest wait was %d turns of one reader, and %d where a fault met it; %d faults, %d exceptions, %d not held any more, %d too late where a fault met them
