--TEST--
Each promise of the campaign is checked: a small history that keeps it has nothing broken, and one that breaks it has that
--FILE--
<?php
require __DIR__ . '/../../campaign/judge.php';

/** Milliseconds, in which the histories here are written, as nanoseconds. */
const MS = 1_000_000;
$path = tempnam(sys_get_temp_dir(), 'history-');

/** Prints what both checkers find broken. Events: [ms, process, event, fields], in any order. */
$judge = function (string $what, array ...$events) use ($path): void {
    $run = ['kind' => 'tcp', 'capacities' => ['k' => 1000], 'servers' => 1, 'behind proxy' => ['far']];
    $events[] = [20_000, '!conductor', 'end', []];
    usort($events, fn(array $a, array $b) => $a[0] <=> $b[0]);
    $lines = [json_encode(['t' => 0, 'p' => '!conductor', 'e' => 'run'] + $run)];
    foreach ($events as [$time, $process, $event, $fields]) {
        $lines[] = json_encode(['t' => $time * MS, 'p' => $process, 'e' => $event] + $fields);
    }
    file_put_contents($path, implode("\n", $lines) . "\n");
    $found = judge($path);
    $excluded = array_keys($found['intervals']['excluded']);
    $say = fn(array $broken, string $checker) => "$checker: " . (implode('; ', array_keys($broken)) ?: 'nothing');
    echo "$what\n  ", $say($found['intervals']['broken'], 'intervals'), $excluded === [] ? '' : ' (excluded: ' . implode('; ', $excluded) . ')', "\n  ", $say($found['histories']['broken'], 'histories'), "\n";
};
/** One acquisition from a time to another; its lease ends at $until. */
$acquire = fn(string $process, int $from, int $to, int $until, array $more = [], int $wait = 1_000, int $weight = 1_000): array => [
    [$from, $process, 'acquire', ['n' => 1, 'keys' => ['k'], 'weight' => $weight, 'ttl' => 1_000 * MS, 'wait' => $wait * MS]],
    [$to, $process, 'acquired', ['n' => 1, 'token' => $process] + $more],
    [$to, $process, 'held', ['n' => 1, 'until' => $until * MS]],
];
$call = fn(string $process, string $name, int $from, int $to, string $answer, array $fields = []): array => [
    [$from, $process, $name, ['n' => 1] + $fields],
    [$to, $process, $answer, ['n' => 1]],
];
$set = fn(int $time, string $token, string ...$options): array => [$time, 'server-0', 'write', ['command' => ['SET', 'k', $token, ...$options]]];
$conductor = fn(int $time, string $event, array $fields): array => [$time, '!conductor', $event, $fields];

$judge('one after the other', ...$acquire('a', 1, 2, 900), ...$call('a', 'release', 10, 11, 'released'), ...$acquire('b', 5, 12, 900));
$judge('two at once', ...$acquire('a', 1, 2, 900), ...$acquire('b', 5, 12, 900));
$judge('two at once, while a failover goes on',
    $conductor(3, 'fault', ['fault' => 'failover', 'of' => 'server-0']), ...$acquire('a', 1, 2, 900), ...$acquire('b', 5, 12, 900));
$judge('after a release that had its effect before a failover, and its answer after it',
    $conductor(15, 'fault', ['fault' => 'failover', 'of' => 'server-0']), ...$acquire('a', 1, 2, 900), ...$call('a', 'release', 10, 20, 'released'), ...$acquire('b', 5, 12, 900));
$judge('after the lease of a process that is killed', ...$acquire('a', 1, 2, 900), ...$acquire('b', 5, 901, 1_800));
$judge('after a process is killed, one of whose fibers held the lock',
    $conductor(5, 'fault', ['fault' => 'client killed', 'of' => 'a']), ...$acquire('a:1', 1, 2, 900), ...$acquire('b', 3, 12, 1_800));
$judge('after another process is killed',
    $conductor(5, 'fault', ['fault' => 'client killed', 'of' => 'a']), ...$acquire('ab:1', 1, 2, 900), ...$acquire('b', 3, 12, 1_800));
$judge('shares beside each other', ...$acquire('a', 1, 2, 900, weight: 1), ...$acquire('b', 5, 12, 900, weight: 1));
$judge('a share beside a writer', ...$acquire('a', 1, 2, 900), ...$acquire('b', 5, 12, 900, weight: 1));
$judge('lost before its time', ...$acquire('a', 1, 2, 900), ...[[50, 'a', 'lost', ['n' => 1]]]);
$judge('release() is false, although the lease lasts', ...$acquire('a', 1, 2, 900), ...$call('a', 'release', 10, 11, 'gone'));
$judge('release() is false after the lease', ...$acquire('a', 1, 2, 900), ...$call('a', 'release', 910, 911, 'gone'));
$judge('release() is false after a lease that had ended before the answer came', ...array_slice($acquire('a', 1, 1_100, 900), 0, 2), ...$call('a', 'release', 1_101, 1_102, 'gone'),
    ...[[1_103, 'a', 'acquire', ['n' => 2, 'keys' => ['k'], 'weight' => 1_000, 'ttl' => 1_000 * MS, 'wait' => 0]], [1_104, 'a', 'denied', ['n' => 2]]]);
$judge('release() is true, although another holder came between',
    ...$acquire('a', 1, 2, 900), ...$acquire('b', 910, 920, 1_800), ...$call('b', 'release', 930, 931, 'released'), ...$call('a', 'release', 940, 941, 'released'));
$judge('refresh() is true, although another holder came between',
    ...$acquire('a', 1, 2, 900), ...$acquire('b', 910, 920, 1_800), ...$call('b', 'release', 930, 931, 'released'), ...$call('a', 'refresh', 940, 941, 'refreshed', ['ttl' => 1_000 * MS]));
$judge('a second release() is the answer to a first one that got none',
    ...$acquire('a', 1, 2, 900), ...$call('a', 'release', 10, 60, 'failed'), ...$acquire('b', 20, 30, 1_000), ...$call('a', 'release', 70, 71, 'released'));
$judge('a fencing token that is no greater', ...$acquire('a', 1, 2, 900, ['fences' => ['k' => 7]]), ...$call('a', 'release', 10, 11, 'released'),
    ...$acquire('b', 20, 21, 900, ['fences' => ['k' => 7]]));
$judge('a token that is acquired twice, first when the witness sees nothing',
    ...$acquire('a', 9_900, 9_901, 10_800, ['fences' => ['k' => 7]]), ...$call('a', 'release', 9_910, 9_911, 'released'), ...[[10_000, 'server-0', 'synced', []]],
    ...$acquire('b', 10_100, 10_102, 11_000, ['fences' => ['k' => 8]]), ...$call('b', 'release', 10_110, 10_112, 'released'),
    ...array_map(fn(array $event) => [$event[0], 'a', $event[2], ['n' => 2] + $event[3]], $acquire('a', 10_200, 10_202, 11_100, ['fences' => ['k' => 9]])),
    ...[$set(10_101, 'b', 'PXAT', '1'), [10_111, 'server-0', 'write', ['command' => ['DEL', 'k']]], $set(10_201, 'a', 'PXAT', '1')]);
$judge('a token that is acquired twice, first by a call that failed', [0, 'server-0', 'synced', []],
    ...[[9_900, 'a', 'acquire', ['n' => 1, 'keys' => ['k'], 'weight' => 1_000, 'ttl' => 1_000 * MS, 'wait' => 0]], [9_950, 'a', 'failed', ['n' => 1]]],
    ...[$set(9_901, 'a', 'PXAT', '1'), [9_990, 'server-0', 'write', ['command' => ['DEL', 'k']]]],
    ...$acquire('b', 10_100, 10_102, 11_000, ['fences' => ['k' => 8]]), ...$call('b', 'release', 10_110, 10_112, 'released'),
    ...array_map(fn(array $event) => [$event[0], 'a', $event[2], ['n' => 2] + $event[3]], $acquire('a', 10_200, 10_202, 11_100, ['fences' => ['k' => 9]])),
    ...[$set(10_101, 'b', 'PXAT', '1'), [10_111, 'server-0', 'write', ['command' => ['DEL', 'k']]], $set(10_201, 'a', 'PXAT', '1')]);
$judge('the server deletes the key of a holder',
    [0, 'server-0', 'synced', []], ...$acquire('a', 3_000, 3_002, 3_900),
    ...[$set(3_001, 'a', 'PXAT', '1'), [3_500, 'server-0', 'write', ['command' => ['DEL', 'k']]]]);
$judge('a key without expiry', ...[$set(3_001, 'a')]);
$judge('a key without expiry is left', $conductor(9, 'remains', ['of' => 'server-0', 'key' => 'k', 'ms' => -1]));
$judge('a token that no process has', [0, 'server-0', 'synced', []], ...[$set(6_000, 'x', 'PXAT', '1'), [9_000, 'server-0', 'write', ['command' => ['DEL', 'k']]]]);
$judge('a token that no process has, of a call that failed', [0, 'server-0', 'synced', []], ...$acquire('a', 5_990, 9_100, 9_101),
    ...[$set(6_000, 'x', 'PXAT', '1'), [9_000, 'server-0', 'write', ['command' => ['DEL', 'k']]], [5_980, 'b', 'acquire', ['n' => 1, 'keys' => ['k'], 'weight' => 1_000, 'ttl' => 1, 'wait' => 0]], [6_100, 'b', 'failed', ['n' => 1]]]);
$wait = fn(int $from, int $to, int $wait): array => [[$from, 'a', 'acquire', ['n' => 1, 'keys' => ['k'], 'weight' => 1_000, 'ttl' => 1, 'wait' => $wait * MS]], [$to, 'a', 'denied', ['n' => 1]]];
$judge('a token that no process has, of a process that is suspended', [0, 'server-0', 'synced', []], ...$wait(5_990, 9_100, 3_000),
    ...[$set(6_000, 'x', 'PXAT', '1'), [9_000, 'server-0', 'write', ['command' => ['DEL', 'k']]], $conductor(6_100, 'fault', ['fault' => 'client suspended', 'of' => 'a']),
        $conductor(8_900, 'healed', ['fault' => 'client suspended', 'of' => 'a'])]);
$judge('a wait in vain', ...$wait(10_000, 19_000, 9_000));
$judge('the same while the server is suspended', $conductor(10_000, 'fault', ['fault' => 'server suspended', 'of' => 'server-0']), ...$wait(10_000, 19_000, 9_000));
$judge('the same behind the faulty network', ...array_map(fn(array $event) => [$event[0], 'far.1', $event[2], $event[3]], $wait(10_000, 19_000, 9_000)));
$judge('a call that ends late', ...$wait(10_000, 16_000, 0));
$judge('a child that holds its parent\'s lock', [5, 'a', 'inherited', []]);
$judge('a process that fails', $conductor(5, 'failure', ['why' => 'a fatal error']));
$judge('a lock that cannot be had', $conductor(5, 'unavailable', ['key' => 'k', 'why' => 'it is held']));
unlink($path);
?>
--EXPECT--
one after the other
  intervals: nothing
  histories: nothing
two at once
  intervals: one holder at a time
  histories: there is room for each acquisition, and its fencing token is greater
two at once, while a failover goes on
  intervals: nothing (excluded: one holder at a time)
  histories: nothing
after a release that had its effect before a failover, and its answer after it
  intervals: nothing
  histories: nothing
after the lease of a process that is killed
  intervals: nothing
  histories: nothing
after a process is killed, one of whose fibers held the lock
  intervals: nothing
  histories: nothing
after another process is killed
  intervals: one holder at a time
  histories: there is room for each acquisition, and its fencing token is greater
shares beside each other
  intervals: nothing
  histories: nothing
a share beside a writer
  intervals: one holder at a time
  histories: there is room for each acquisition, and its fencing token is greater
lost before its time
  intervals: a lease is not lost before its time
  histories: no claim vanishes before its lease ends
release() is false, although the lease lasts
  intervals: release() is true while the lease lasts
  histories: no claim vanishes before its lease ends
release() is false after the lease
  intervals: nothing
  histories: nothing
release() is false after a lease that had ended before the answer came
  intervals: nothing
  histories: nothing
release() is true, although another holder came between
  intervals: nothing
  histories: there is room for each acquisition, and its fencing token is greater
refresh() is true, although another holder came between
  intervals: nothing
  histories: there is room for each acquisition, and its fencing token is greater
a second release() is the answer to a first one that got none
  intervals: nothing
  histories: nothing
a fencing token that is no greater
  intervals: fencing tokens increase
  histories: there is room for each acquisition, and its fencing token is greater
a token that is acquired twice, first when the witness sees nothing
  intervals: nothing
  histories: nothing
a token that is acquired twice, first by a call that failed
  intervals: nothing
  histories: nothing
the server deletes the key of a holder
  intervals: the server keeps the key as long as its holder believes
  histories: nothing
a key without expiry
  intervals: each key expires
  histories: nothing
a key without expiry is left
  intervals: each key expires
  histories: nothing
a token that no process has
  intervals: a lost reply leaves no lock behind
  histories: nothing
a token that no process has, of a call that failed
  intervals: the server keeps the key as long as its holder believes
  histories: nothing
a token that no process has, of a process that is suspended
  intervals: nothing
  histories: nothing
a wait in vain
  intervals: no process waits in vain
  histories: nothing
the same while the server is suspended
  intervals: nothing
  histories: nothing
the same behind the faulty network
  intervals: nothing
  histories: nothing
a call that ends late
  intervals: each call ends in time
  histories: nothing
a child that holds its parent's lock
  intervals: a forked child holds no lock of its parent
  histories: nothing
a process that fails
  intervals: no process fails
  histories: nothing
a lock that cannot be had
  intervals: each lock can be had in the end
  histories: nothing
