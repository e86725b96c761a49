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
/** Free for longer while a process waits, and no fault excuses it: then it has waited in vain. A call that ends so late is late. */
const PATIENCE = 5_000_000_000;
/** For so long after its end, a fault excuses a wait. */
const AFTERMATH = 1_500_000_000;
/** A command that the faulty network delivers late does so within this time. */
const LATEST = 4_500_000_000;
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
    /** @var array<string, list<array{int, int}>> when a witness saw nothing */
    private array $gaps = [];
    private int $end = 0;
    private array $killed = [];
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
            'attempts' => count($this->claims),
            'seconds held' => round($held / 1e9, 1),
            'longest free while a process waited' => round($longestFree / 1e9, 3),
            'stalls' => $this->stalls,
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
            $this->claims[$claim->name()] = $this->current[$process] = $claim;
            return;
        }
        if ($what === 'inherited') {
            $this->breaks('a forked child holds no lock of its parent', [$event]);
        }
        $claim = $this->current[$process] ?? null;
        $claim === null || $this->readOperation($claim, $time, $what, $event);
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
                $claim->end = $what;
                $claim->promised = null;
                $claim->ended = $time;
                $claim->operation = null;
                break;
            case 'gone':
                if ($claim->promised !== null && $time < $claim->promised) {
                    $this->breaks("$claim->operation() is true while the lease lasts", [$event], $this->isExcused($claim, $time));
                }
                $claim->promised = null;
                $claim->end = 'gone';
                $claim->ended = $time;
                $claim->operation = null;
                break;
            case 'failed':
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
            if ($from < $time && ($until ?? PHP_INT_MAX) + AFTERMATH > $claim->began) {
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
                $this->troubles[$event['of']][] = [$time, null, $event['fault']];
                $event['fault'] === 'failover' && $this->troubles['failover'][] = [$time, null, ''];
                if ($event['fault'] === 'client killed') {
                    $claim = $this->current[$event['of']] ?? null;
                    $claim?->close($time);
                    $claim === null || $claim->ended ??= $time;
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
        $token = $name === 'SET' ? $command[2] : null;
        if ($name === 'SET' || $name === 'DEL' || $name === 'UNLINK') {
            $present = $this->present[$place] ?? null;
            if ($present !== null && $present !== $token) {
                $last = array_key_last($this->written[$place][$present]);
                $this->written[$place][$present][$last][1] = $time;
                unset($this->present[$place]);
            }
            if ($token !== null && $present !== $token) {
                $this->written[$place][$token][] = [$time, null];
                $this->present[$place] = $token;
            }
            if ($name === 'SET' && !preg_grep('/^(PXAT|PX|EX|EXAT|KEEPTTL)$/i', array_slice($command, 3))) {
                $this->breaks('each key expires', [['t' => $time, 'p' => $server, 'command' => $command]]);
            }
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
        $uses = array_count_values(array_filter(array_map(fn(Claim $claim) => $claim->token, $claims)));
        foreach ($claims as $claim) {
            if ($claim->token === null || $uses[$claim->token] > 1 || $claim->isTakenOver || $claim->weight !== max($this->run['capacities'])) {
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
        $possible = [];
        foreach ($this->claims as $claim) {
            $interval = $claim->possible($this->isBehindProxy($claim->process));
            if ($interval !== null) {
                $interval[1] === PHP_INT_MAX && $interval[1] = $this->end;
                foreach ($claim->keys as $key) {
                    $possible[$key][] = [$interval[0], $interval[1], $claim];
                }
            }
        }
        foreach ($possible as $key => $intervals) {
            usort($possible[$key], fn(array $a, array $b) => $a[0] <=> $b[0]);
        }
        $excuses = array_merge([], ...array_values(array_filter($this->troubles, fn(string $of) => str_starts_with($of, 'server-') || $of === 'failover' || $of === 'stall', ARRAY_FILTER_USE_KEY)));
        $longest = 0;
        foreach ($this->claims as $claim) {
            $end = $claim->answered ?? $this->killed[$claim->process] ?? null;
            if ($claim->isTakenOver || $end === null || $this->isBehindProxy($claim->process)) {
                continue;
            }
            $excused = array_map(fn(array $trouble) => [$trouble[0], ($trouble[1] ?? $this->end) + AFTERMATH], [...$excuses, ...$this->troubles[$claim->process] ?? []]);
            $late = self::longestFree($claim->began + $claim->wait, $end, $excused);
            $late > PATIENCE && $this->breaks('each call ends in time', [['claim' => $claim->name(), 'wait' => $claim->wait, 'took' => $end - $claim->began]]);
            // The wait of a claim that was granted ends where its own key may have been set.
            $until = $claim->beliefs === [] ? $end : min($end, $claim->possible(false)[0]);
            if ($until <= $claim->began || $claim->wait === 0) {
                continue;
            }
            $held = [];
            foreach ($claim->keys as $key) {
                foreach ($possible[$key] ?? [] as $interval) {
                    if ($interval[0] > $until) {
                        break;
                    }
                    $interval[2] === $claim || $interval[1] < $claim->began || $held[] = $interval;
                }
            }
            $free = self::longestFree($claim->began, $until, $held);
            if ($free > $longest && ($free = self::longestFree($claim->began, $until, [...$held, ...$excused])) > $longest) {
                $longest = $free;
            }
            $free > PATIENCE && $this->breaks('no process waits in vain', [['claim' => $claim->name(), 'keys' => $claim->keys, 'free for' => $free]]);
        }
        return $longest;
    }

    private function isBehindProxy(string $process): bool
    {
        return in_array(strtok($process, '.'), $this->run['behind proxy'], true);
    }

    /** The longest part of `[$from, $until]` that is in none of the intervals. */
    private static function longestFree(int $from, int $until, array $intervals): int
    {
        usort($intervals, fn(array $a, array $b) => $a[0] <=> $b[0]);
        $longest = 0;
        foreach ($intervals as $interval) {
            $longest = max($longest, min($interval[0], $until) - $from);
            $from = max($from, $interval[1]);
        }
        return max($longest, $until - $from);
    }
}

echo json_encode((new IntervalChecker())->check($argv[1]), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), "\n";
