<?php

declare(strict_types=1);

/**
 * The checker of intervals: check-intervals.php <history.jsonl>. It draws, for each key, from when until when each process believed that
 * it held it, and from when until when it possibly did, and lays these intervals beside each other. Prints one JSON object. Shares no
 * code with check_histories.py.
 *
 * promises: what is broken, by promise, each with the lines that show it. excluded: the same, where docs/guarantees.md promises nothing.
 */

ini_set('memory_limit', '-1');
/** Free for longer while a process waits, less the time of faults, and the process has waited in vain. A call that ends so late is late. */
const PATIENCE = 5_000_000_000;
/** So long after its end, a fault still counts. */
const AFTERMATH = 300_000_000;
/** A token that no process knows may be at a server for so long: until the next contact of the client that did not get the reply. */
const ORPHAN = 1_000_000_000;
/** What was acquired so long before the end of a failover may be lost. */
const REPLICATION = 1_500_000_000;
/** A command that the faulty network delivers late does so within this time. */
const LATEST = 4_500_000_000;
/** The same, of a network that delivers nothing late: a server may be suspended meanwhile. */
const PROMPT = 1_000_000_000;
/** At most so many examples of a broken promise are printed. */
const EXAMPLES = 5;

/** One acquisition, and what became of it. */
final class Claim
{
    /** @var list<array{int, int}> when the process believed that it held the lock */
    public array $beliefs = [];
    public ?int $answered = null;
    public string $outcome = 'pending';
    public ?string $token = null;
    public array $fences = [];
    /** The longest lease that was asked for. */
    public int $longestTtl;
    /** The end of the belief that is open, and the begin. */
    public ?int $from = null;
    public ?int $until = null;
    /** The last end of a lease that a command has promised. */
    public ?int $promised = null;
    public ?string $operation = null;
    public ?string $end = null;
    public ?int $ended = null;
    public bool $isTakenOver = false;

    public function __construct(public string $process, public int $n, public array $keys, public int $weight, public int $ttl, public int $wait, public int $began)
    {
        $this->longestTtl = $ttl;
    }

    public function close(int $time): void
    {
        if ($this->from !== null) {
            $end = min($this->until, $time);
            $end > $this->from && $this->beliefs[] = [$this->from, $end];
        }
        $this->from = $this->until = null;
    }

    public function name(): string
    {
        return "$this->process#$this->n";
    }

    /** The process that faults concern: a fiber has a name of its own behind it. */
    public function client(): string
    {
        return explode(':', $this->process)[0];
    }

    /** When it possibly held the lock at a server. Null: never. */
    public function possible(bool $isBehindProxy): ?array
    {
        if ($this->outcome === 'denied' && count($this->keys) === 1 && $this->beliefs === []) {
            return null;
        }
        $from = $this->began;
        if ($this->firstUntil !== null && !$this->isTakenOver && count($this->keys) === 1) {
            $from = max($from, $this->firstUntil - $this->ttl); // the command was sent before that
        }
        $late = $isBehindProxy ? LATEST : 200_000_000;
        $last = $this->ended ?? $this->answered ?? PHP_INT_MAX;
        $isOver = $this->end === 'released' || $this->end === 'gone' || $this->outcome === 'denied';

        return [$from, $last === PHP_INT_MAX ? $last : $last + $late + ($isOver && !$isBehindProxy ? 0 : $this->longestTtl)];
    }

    public ?int $firstUntil = null;
    /** There was no room for all that called for the key, or held it, at the same time. */
    public bool $isContended = false;
}

final class IntervalChecker
{
    private array $run = [];
    /** @var array<string, Claim> by name */
    private array $claims = [];
    /** @var array<string, Claim> the last of each process */
    private array $current = [];
    /** @var array<string, array{list<array>, int}> */
    private array $broken = [];
    private array $excluded = [];
    private array $faults = [];
    /** @var array<string, list<array{int, int}>> from when until when a fault lasted, by what it concerned */
    private array $troubles = [];
    private array $network = [];
    /** @var array<string, array<string, list<array{int, int|null}>>> the servers' intervals, by server and token */
    private array $written = [];
    /** @var array<string, array<string, string>> the present token, by server and key */
    private array $present = [];
    /** @var array<string, array<string, true>> what a key has now, by server and key */
    private array $members = [];
    /** @var array<string, list<array{int, int}>> from when until when a key was there, by server and key */
    private array $there = [];
    /** @var array<string, list<array{string, int}>> the tokens in the order in which they were set first, and when, by server and key */
    private array $granted = [];
    /** @var array<string, list<array{int, int}>> when a witness saw nothing */
    private array $gaps = [];
    /** @var array<string, array<string, Claim>> those that call for a key or hold it now, by key and process */
    private array $open = [];
    private int $end = 0;
    private array $killed = [];
    /** By how much a call took longer than its wait, less the time of faults. */
    private int $longestLate = 0;
    private int $stalls = 0;

    public function check(string $path): array
    {
        $file = fopen($path, 'r') ?: exit(2);
        while (($line = fgets($file)) !== false) {
            $event = json_decode($line, true);
            $event === null || $this->read($event);
        }
        foreach ($this->claims as $claim) {
            $claim->close($this->end);
        }
        foreach ($this->troubles as $of => $list) {
            foreach ($list as $n => [$from, $until]) {
                $this->troubles[$of][$n][1] = $until ?? $this->end;
            }
        }
        $claims = array_filter($this->claims, fn(Claim $claim) => $claim->beliefs !== []);
        $held = 0;
        foreach ($this->run['capacities'] as $key => $capacity) {
            $held += $this->checkExclusion($key, $capacity, $claims);
            $this->checkFences($key, $claims);
        }
        $this->checkWitness($claims);
        $longestFree = $this->checkWaits();

        return [
            'acquisitions' => count($claims),
            'contended' => count(array_filter($claims, fn(Claim $claim) => $claim->isContended)),
            'attempts' => count($this->claims),
            'seconds held' => round($held / 1e9, 1),
            'longest free while a process waited' => round($longestFree / 1e9, 3),
            'longest call beyond its wait' => round($this->longestLate / 1e9, 3),
            'stalls' => $this->stalls,
            'MB of memory' => memory_get_peak_usage() >> 20,
            'faults' => $this->faults,
            'network' => $this->network,
            'broken' => array_map(fn(array $kind) => $kind[1], $this->broken),
            'excluded' => array_map(fn(array $kind) => $kind[1], $this->excluded),
            'examples' => array_map(fn(array $kind) => $kind[0], $this->broken),
            'excluded examples' => array_map(fn(array $kind) => $kind[0], $this->excluded),
        ];
    }

    private function breaks(string $promise, array $example, bool $isExcluded = false): void
    {
        $isExcluded ? $list = &$this->excluded : $list = &$this->broken;
        $list[$promise] ??= [[], 0];
        $list[$promise][1]++ < EXAMPLES && $list[$promise][0][] = $example;
    }

    private function read(array $event): void
    {
        ['t' => $time, 'p' => $process, 'e' => $what] = $event;
        $this->end = max($this->end, $time);
        if ($process === '!conductor') {
            $this->readConductor($time, $what, $event);
            return;
        }
        if (str_starts_with($process, 'server-')) {
            $this->readWitness($time, $process, $what, $event['command'] ?? []);
            return;
        }
        if ($what === 'acquire' || $what === 'take over') {
            $claim = new Claim($process, $event['n'], $event['keys'], $event['weight'], $event['ttl'] ?? 0, $event['wait'] ?? 0, $time);
            if ($what === 'take over') {
                $claim->isTakenOver = true;
                $claim->token = $event['token'];
                $claim->outcome = 'taken over';
                $claim->answered = $time;
            }
            isset($this->current[$process]) && $this->current[$process]->close($time);
            $this->open($claim);
            $this->claims[$claim->name()] = $this->current[$process] = $claim;
            return;
        }
        if ($what === 'inherited') {
            $this->breaks('a forked child holds no lock of its parent', [$event]);
        }
        $claim = $this->current[$process] ?? null;
        $claim === null || $this->readOperation($claim, $time, $what, $event);
    }

    private function open(Claim $claim): void
    {
        isset($this->current[$claim->process]) && $this->shut($this->current[$claim->process]);
        foreach ($claim->keys as $key) {
            $this->open[$key][$claim->process] = $claim;
            if (array_sum(array_map(fn(Claim $other) => $other->weight, $this->open[$key])) > $this->run['capacities'][$key]) {
                foreach ($this->open[$key] as $other) {
                    $other->isContended = true;
                }
            }
        }
    }

    private function shut(Claim $claim): void
    {
        foreach ($claim->keys as $key) {
            unset($this->open[$key][$claim->process]);
        }
    }

    private function readOperation(Claim $claim, int $time, string $what, array $event): void
    {
        switch ($what) {
            case 'held':
                $claim->from ??= $time;
                $claim->until = max($claim->until ?? 0, $event['until']);
                $claim->firstUntil ??= $event['until'];
                $claim->promised = $claim->until;
                $claim->answered ??= $time; // an exception of a handler may have come before the answer was written
                $claim->ended = $claim->end = null;
                break;
            case 'lost':
                $this->breaks('a lease is not lost before its time', [$event], $this->isExcused($claim, $time));
                $claim->close($time);
                $claim->ended = $time;
                break;
            case 'acquired':
                $claim->outcome = 'acquired';
                $claim->answered = $time;
                $claim->token = $event['token'] ?? null;
                $claim->fences = $event['fences'] ?? [];
                break;
            case 'denied':
                $this->shut($claim);
                $claim->outcome = 'denied';
                $claim->answered = $time;
                break;
            case 'refresh':
            case 'check':
            case 'release':
            case 'leave':
                $claim->close($time);
                $claim->operation = $what;
                if ($what === 'refresh') {
                    // While a shorter lease may be under way, the promise is that one.
                    $claim->longestTtl = max($claim->longestTtl, $event['ttl']);
                    $claim->promised === null || $claim->promised = min($claim->promised, $time + (int) ($event['ttl'] * 0.98) - 3_000_000);
                } elseif ($what === 'leave') {
                    $claim->promised = null;
                }
                $claim->ended = $time;
                break;
            case 'refreshed':
            case 'owned':
                $claim->promised = null; // until the process asks for its lease
                $claim->operation = null;
                break;
            case 'released':
            case 'left':
                $this->shut($claim);
                $claim->end = $what;
                $claim->promised = null;
                $claim->ended = $time;
                $claim->operation = null;
                break;
            case 'gone':
                $this->shut($claim);
                if ($claim->promised !== null && $time < $claim->promised) {
                    $this->breaks("$claim->operation() is true while the lease lasts", [$event], $this->isExcused($claim, $time));
                }
                $claim->promised = null;
                $claim->end = 'gone';
                $claim->ended = $time;
                $claim->operation = null;
                break;
            case 'failed':
                $this->shut($claim);
                if ($claim->operation === null) {
                    $claim->outcome === 'pending' && $claim->outcome = 'failed';
                    $claim->answered ??= $time;
                }
                $claim->promised = null; // a shorter lease, or none, may count
                $claim->ended = $time;
                $claim->operation = null;
        }
    }

    /** Returns whether a failover may have lost the claim: then nothing is promised. */
    private function isExcused(Claim $claim, int $time): bool
    {
        foreach ($this->troubles['failover'] ?? [] as [$from, $until]) {
            if ($from < $time && ($until === null || $until + REPLICATION > $claim->began)) {
                return true;
            }
        }
        return false;
    }

    private function readConductor(int $time, string $what, array $event): void
    {
        switch ($what) {
            case 'run':
                $this->run = $event;
                break;
            case 'fault':
                $this->faults[$event['fault']] = ($this->faults[$event['fault']] ?? 0) + 1;
                $this->troubles[$event['of']][] = [$time, $event['fault'] === 'client interrupted' ? $time : null, $event['fault']];
                $event['fault'] === 'failover' && $this->troubles['failover'][] = [$time, null, ''];
                if ($event['fault'] === 'client killed') {
                    foreach (array_filter($this->current, fn(Claim $claim) => $claim->client() === $event['of']) as $claim) {
                        $claim->close($time);
                        $this->shut($claim);
                        $claim->ended ??= $time;
                    }
                    $this->killed[$event['of']] = $time;
                }
                break;
            case 'healed':
                foreach ([$event['of'], 'failover'] as $of) {
                    foreach ($this->troubles[$of] ?? [] as $n => $trouble) {
                        if ($trouble[1] === null && ($of !== 'failover' || $event['fault'] === 'failover')) {
                            $this->troubles[$of][$n][1] = $time;
                        }
                    }
                }
                break;
            case 'stall':
                $this->stalls++;
                $this->troubles['stall'][] = [$time - $event['for'], $time, ''];
                break;
            case 'failure':
                $this->breaks('no process fails', [$event]);
                break;
            case 'unavailable':
                $this->breaks('each lock can be had in the end', [$event]);
                break;
            case 'remains':
                $event['ms'] === -1 && $this->breaks('each key expires', [$event]);
                break;
            case 'network':
                $this->network = $event['faults'];
        }
    }

    private function readWitness(int $time, string $server, string $what, array $command): void
    {
        if ($what !== 'write') {
            $this->gaps[$server][] = $time;
            return;
        }
        $name = strtoupper($command[0]);
        $key = $command[1];
        $place = "$server $key";
        $this->followKey($place, $name, $time, array_slice($command, 2));
        $token = $name === 'SET' ? $command[2] : null;
        if ($name === 'SET' || $name === 'DEL' || $name === 'UNLINK') {
            $present = $this->present[$place] ?? null;
            if ($present !== null && $present !== $token) {
                $last = array_key_last($this->written[$place][$present]);
                $this->written[$place][$present][$last][1] = $time;
                unset($this->present[$place]);
            }
            if ($token !== null && $present !== $token) {
                isset($this->written[$place][$token]) || $this->granted[$place][] = [$token, $time];
                $this->written[$place][$token][] = [$time, null];
                $this->present[$place] = $token;
            }
            if ($name === 'SET' && !preg_grep('/^(PXAT|PX|EX|EXAT|KEEPTTL)$/i', array_slice($command, 3))) {
                $this->breaks('each key expires', [['t' => $time, 'p' => $server, 'command' => $command]]);
            }
        }
    }

    /** Notes from when until when a key is there: a string, or a sorted set with members. */
    private function followKey(string $place, string $name, int $time, array $arguments): void
    {
        $members = &$this->members[$place];
        $wasThere = $members !== null && $members !== [];
        if ($name === 'ZADD') {
            foreach (array_slice($arguments, is_numeric($arguments[0]) ? 0 : 1) as $n => $argument) {
                $n % 2 === 0 || $argument === '' || $members[$argument] = true;
            }
        } elseif ($name === 'ZREM') {
            $members = array_diff_key($members ?? [], array_flip($arguments));
        } elseif ($name === 'DEL' || $name === 'UNLINK') {
            $members = [];
        } elseif ($name === 'SET' || $name === 'INCRBY') {
            $members = ['' => true];
        }
        $isThere = $members !== null && $members !== [];
        if ($isThere && !$wasThere) {
            $this->there[$place][] = [$time, PHP_INT_MAX];
        } elseif ($wasThere && !$isThere) {
            $this->there[$place][array_key_last($this->there[$place])][1] = $time;
        }
    }

    /** @return int nanoseconds for which the key was held */
    private function checkExclusion(string $key, int $capacity, array $claims): int
    {
        $events = [];
        foreach ($claims as $claim) {
            if (in_array($key, $claim->keys, true)) {
                foreach ($claim->beliefs as [$from, $until]) {
                    array_push($events, [$from, $claim->weight, $claim], [$until, -$claim->weight, $claim]);
                }
            }
        }
        usort($events, fn(array $a, array $b) => [$a[0], $a[1]] <=> [$b[0], $b[1]]); // of the same time, the end comes first
        $taken = $held = $since = 0;
        $holders = [];
        foreach ($events as [$time, $weight, $claim]) {
            $held += $taken > 0 ? $time - $since : 0;
            $since = $time;
            $taken += $weight;
            if ($weight < 0) {
                unset($holders[spl_object_id($claim)]);
                continue;
            }
            $holders[spl_object_id($claim)] = $claim;
            if ($taken > $capacity) {
                $isExcused = array_filter($holders, fn(Claim $holder) => $this->isExcused($holder, $time)) !== [];
                $names = array_map(fn(Claim $holder) => $holder->name(), array_values($holders));
                $this->breaks('one holder at a time', [['t' => $time, 'key' => $key, 'held' => $taken, 'of' => $capacity, 'by' => $names]], $isExcused);
            }
        }
        return $held;
    }

    /** If one acquisition has ended before another one began, its fencing token is smaller. */
    private function checkFences(string $key, array $claims): void
    {
        $byBegin = array_filter($claims, fn(Claim $claim) => isset($claim->fences[$key]) && $claim->outcome === 'acquired');
        $byEnd = $byBegin = array_values($byBegin);
        usort($byBegin, fn(Claim $a, Claim $b) => $a->began <=> $b->began);
        usort($byEnd, fn(Claim $a, Claim $b) => $a->answered <=> $b->answered);
        $greatest = null;
        $next = 0;
        $seen = [];
        foreach ($byBegin as $claim) {
            for (; $byEnd[$next]->answered < $claim->began; $next++) {
                if ($greatest === null || $byEnd[$next]->fences[$key] > $greatest->fences[$key]) {
                    $greatest = $byEnd[$next];
                }
            }
            $fence = $claim->fences[$key];
            $other = $seen[$fence] ?? ($greatest !== null && $greatest->fences[$key] >= $fence ? $greatest : null);
            // A claim of a known token that is acquired again keeps its fence.
            if ($other !== null && $other->token !== $claim->token) {
                $this->breaks('fencing tokens increase', [['key' => $key, 'earlier' => $other->name(), 'later' => $claim->name(), 'fences' => [$other->fences[$key], $fence]]], $this->isExcused($other, $claim->began));
            }
            $seen[$fence] = $claim;
        }
    }

    /** What the servers wrote: the key of each believed claim was there until the belief ended, at a majority of the servers. */
    private function checkWitness(array $claims): void
    {
        $servers = $this->run['servers'];
        $majority = intdiv($servers, 2) + 1;
        if ($this->gaps === []) {
            return; // no witness
        }
        if ($servers === 1) {
            $this->checkFencesInOrder();
            $this->checkOrphans();
        }
        $uses = array_count_values(array_filter(array_map(fn(Claim $claim) => $claim->token, $claims)));
        foreach ($claims as $claim) {
            // The key of a share or of permits is no string.
            if ($claim->token === null || $uses[$claim->token] > 1 || $claim->isTakenOver || $claim->weight !== $this->run['capacities'][$claim->keys[0]]) {
                continue;
            }
            $until = end($claim->beliefs)[1];
            foreach ($claim->keys as $key) {
                $kept = 0;
                for ($n = 0; $n < $servers; $n++) {
                    $intervals = $this->written["server-$n $key"][$claim->token] ?? [];
                    $isKept = array_filter($intervals, fn(array $interval) => $interval[1] === null || $interval[1] >= $until) !== [];
                    $kept += $isKept || $this->isUnseen("server-$n", $claim->began, $until) ? 1 : 0;
                }
                $kept >= $majority || $this->breaks('the server keeps the key as long as its holder believes', [['key' => $key, 'claim' => $claim->name(), 'token' => $claim->token, 'until' => $until]], $this->isExcused($claim, $until));
            }
        }
    }

    /** The fencing tokens increase in the order in which the server has granted the claims. */
    private function checkFencesInOrder(): void
    {
        $byToken = [];
        $uses = array_count_values(array_filter(array_map(fn(Claim $claim) => $claim->token, $this->claims)));
        foreach ($this->claims as $claim) {
            foreach ($claim->fences as $key => $fence) {
                isset($byToken[$key][$claim->token]) || $byToken[$key][$claim->token] = $claim;
            }
        }
        foreach ($byToken as $key => $ofKey) {
            $last = null;
            foreach ($this->granted["server-0 $key"] ?? [] as [$token, $time]) {
                $claim = $ofKey[$token] ?? null;
                // Another acquisition with the same token may have been granted: a failed one before, or a later one after a gap.
                if ($claim !== null && ($time < $claim->began || $uses[$token] > 1 && $time > $claim->answered)) {
                    continue;
                }
                if ($claim !== null && $last !== null && $claim !== $last && $claim->fences[$key] <= $last->fences[$key]) {
                    $this->breaks('fencing tokens increase', [['t' => $claim->answered, 'key' => $key, 'earlier' => $last->name(), 'later' => $claim->name(), 'fences' => [$last->fences[$key], $claim->fences[$key]]]], $this->isExcused($last, $claim->began));
                }
                $last = $claim ?? $last;
            }
        }
    }

    private function isUnseen(string $server, int $from, int $until): bool
    {
        foreach ($this->gaps[$server] as $time) {
            // A witness without a line for two seconds beside the gap may have missed what was before it.
            if ($time > $from - 2_000_000_000 && $time < $until + 2_000_000_000) {
                return true;
            }
        }
        return false;
    }

    /** @return int the longest time for which a key was free while a process waited for it */
    private function checkWaits(): int
    {
        $held = $this->timesHeld();
        $troubles = array_filter($this->troubles, fn(string $of) => str_starts_with($of, 'server-') || in_array($of, ['failover', 'stall'], true), ARRAY_FILTER_USE_KEY);
        $excuses = array_merge([], ...array_values($troubles));
        $longest = 0;
        foreach ($this->claims as $claim) {
            $end = $claim->answered ?? $this->killed[$claim->client()] ?? null;
            if ($claim->isTakenOver || $end === null) {
                continue;
            }
            $excused = fn(): array => [...$excuses, ...$this->troubles[$claim->client()] ?? []];
            $isFar = $this->isBehindProxy($claim->process);
            $due = $claim->began + $claim->wait;
            if ($end - $due > min($this->longestLate, PATIENCE)) {
                $late = $this->without($due, $end, $excused());
                $this->longestLate = max($this->longestLate, $late);
                $late > PATIENCE && !$isFar && $this->breaks('each call ends in time', [['t' => $end, 'claim' => $claim->name(), 'wait' => $claim->wait, 'took' => $end - $claim->began]]);
            }
            if ($isFar) {
                continue;
            }
            $until = $claim->beliefs === [] ? $end : min($end, $claim->possible(false)[0]);
            if ($claim->wait === 0 || $until - $claim->began <= $longest) {
                continue;
            }
            $intervals = [];
            foreach ($claim->keys as $key) {
                array_push($intervals, ...self::within($held[$key] ?? [], $claim->began, $until));
            }
            foreach (self::gaps($claim->began, $until, $intervals) as [$from, $to]) {
                if ($to - $from > $longest && ($free = $this->without($from, $to, $excused())) > $longest) {
                    $longest = $free;
                    $free > PATIENCE && $this->breaks('no process waits in vain', [['t' => $to, 'claim' => $claim->name(), 'keys' => $claim->keys, 'free for' => $free]]);
                }
            }
        }
        return $longest;
    }

    /**
     * When each key was held: as the one server says, or when a process possibly held it.
     *
     * @return array<string, list<array{int, int}>> in order, and apart from each other
     */
    private function timesHeld(): array
    {
        $held = [];
        if ($this->run['servers'] === 1 && $this->gaps !== []) {
            foreach (array_keys($this->run['capacities']) as $key) {
                // Around a gap of the witness, a key may be there.
                $unseen = array_map(fn(int $time) => [$time - 500_000_000, $time + 3_500_000_000], $this->gaps['server-0']);
                $held[$key] = [...$this->there["server-0 $key"] ?? [], ...$unseen];
            }
        } else {
            foreach ($this->claims as $claim) {
                $interval = $claim->possible($this->isBehindProxy($claim->process));
                foreach ($interval === null ? [] : $claim->keys as $key) {
                    $held[$key][] = $interval;
                }
            }
        }
        return array_map(self::united(...), $held);
    }

    /** A claim without a reply may be at the server for as long as its ttl, but no longer. */
    private function checkOrphans(): void
    {
        $tokens = $lost = [];
        $late = in_array($this->run['network'] ?? 'all', ['all', 'late'], true) ? LATEST : PROMPT;
        foreach ($this->claims as $claim) {
            $claim->token === null || $tokens[$claim->token] = true;
            if ($claim->token === null && $claim->outcome !== 'denied') {
                $end = ($claim->ended ?? $claim->answered ?? $this->end) + ($this->isBehindProxy($claim->process) ? $late : 0);
                foreach ($claim->keys as $key) {
                    $lost[$key][] = [$claim->began, $end];
                }
            }
        }
        $lost = array_map(self::united(...), $lost);
        foreach (array_keys($this->run['capacities']) as $key) {
            foreach ($this->written["server-0 $key"] ?? [] as $token => $intervals) {
                foreach (isset($tokens[$token]) ? [] : $intervals as [$from, $until]) {
                    $until ??= $this->end;
                    if ($until - $from > ORPHAN && self::within($lost[$key] ?? [], $from, $from) === [] && !$this->isUnseen('server-0', $from, $until)
                        && $this->without($from, $until, $this->troublesOfCallers($key, $from)) > ORPHAN) {
                        $this->breaks('a lost reply leaves no lock behind', [['t' => $until, 'key' => $key, 'token' => $token, 'from' => $from]]);
                    }
                }
            }
        }
    }

    /** @return list<array> the faults of the server, and of the clients that call for the key at that time: they cannot clean up */
    private function troublesOfCallers(string $key, int $time): array
    {
        $troubles = [...$this->troubles['server-0'] ?? [], ...$this->troubles['stall'] ?? []];
        foreach ($this->claims as $claim) {
            if ($claim->began <= $time && $time <= ($claim->answered ?? $this->end) && in_array($key, $claim->keys, true)) {
                array_push($troubles, ...$this->troubles[$claim->client()] ?? []);
            }
        }
        return $troubles;
    }

    private function isBehindProxy(string $process): bool
    {
        return in_array(strtok($process, '.'), $this->run['behind proxy'], true);
    }

    /**
     * @param list<array{int, int}> $intervals
     * @return list<array{int, int}> the same time, in order, and apart from each other
     */
    private static function united(array $intervals): array
    {
        usort($intervals, fn(array $a, array $b) => $a[0] <=> $b[0]);
        $united = [];
        foreach ($intervals as [$from, $until]) {
            $last = array_key_last($united);
            if ($last !== null && $from <= $united[$last][1]) {
                $united[$last][1] = max($united[$last][1], $until);
            } else {
                $united[] = [$from, $until];
            }
        }
        return $united;
    }

    /** @return list<array{int, int}> those of the intervals, which are in order and apart, that meet `[$from, $until]` */
    private static function within(array $intervals, int $from, int $until): array
    {
        for ($low = 0, $high = count($intervals); $low < $high; ) {
            $middle = intdiv($low + $high, 2);
            $intervals[$middle][1] < $from ? $low = $middle + 1 : $high = $middle;
        }
        for ($end = $low; $end < count($intervals) && $intervals[$end][0] <= $until; $end++);

        return array_slice($intervals, $low, $end - $low);
    }

    /** @return list<array{int, int}> the parts of `[$from, $until]` that are in none of the intervals */
    private static function gaps(int $from, int $until, array $intervals): array
    {
        $gaps = [];
        foreach ([...self::united($intervals), [$until, $until]] as $interval) {
            $interval[0] > $from && $gaps[] = [$from, min($interval[0], $until)];
            $from = max($from, $interval[1]);
        }
        return $gaps;
    }

    /** The length of `[$from, $until]`, less the time of faults and their aftermath. */
    private function without(int $from, int $until, array $faults): int
    {
        $times = array_map(fn(array $fault) => [$fault[0], ($fault[1] ?? $this->end) + AFTERMATH], $faults);

        return array_sum(array_map(fn(array $gap) => $gap[1] - $gap[0], self::gaps($from, $until, $times)));
    }
}

echo json_encode((new IntervalChecker())->check($argv[1]), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), "\n";
