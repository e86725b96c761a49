<?php

declare(strict_types=1);

const KEY = 'campaign';
/** The weight of an exclusive lock; a shared one has the weight 1. */
const WHOLE = 1_000;
/** The number of permits of the semaphore. */
const ALL_PERMITS = 5;

/**
 * The promises that one process got, a line each, written at once. Times are nanoseconds of the monotonic clock.
 *
 *   B claim from until weight   the lock, or `weight` of it, is held between these times
 *   S claim time         the promise ends here, because the lock is about to be released, shortened or handed over
 *   X claim time         it was not held, although the promise was longer
 *   # claim time what    for the reader of a broken promise
 */
final class Ledger
{
    /** @var resource */
    private $file;
    private int $claim = 0;
    private ?int $until = null;
    private int $written = 0;

    public function __construct(private string $directory, private string $kind, public int $weight = 1)
    {
        $this->reopen();
    }

    /** In a forked child: a ledger of its own. */
    public function reopen(): void
    {
        $this->file = fopen("$this->directory/" . strtr($this->kind, ' ', '-') . '.' . getmypid() . '.' . bin2hex(random_bytes(3)), 'a');
        $this->until = null;
    }

    /** Notes the lock's present state. Returns false if it is not held. */
    public function ask(object $lock): bool
    {
        $before = hrtime(true);
        $remaining = (int) ($lock->getRemaining() * 1e9);
        $after = hrtime(true);
        if ($remaining === 0) {
            if ($this->until !== null && $after < $this->until) {
                $this->write("X $this->claim $after");
            }
            $this->until = null;

            return false;
        }
        if ($this->until === null) {
            $this->claim++;
        }
        if ($this->until === null || $before + $remaining > $this->written + 5_000_000) {
            $this->written = $before + $remaining;
            $this->write("B $this->claim $after $this->written $this->weight");
        }
        $this->until = max($this->until ?? 0, $before + $remaining);

        return true;
    }

    /** Ends the promise before a call that may end the claim. */
    public function stop(): void
    {
        if ($this->until !== null) {
            $this->write("S $this->claim " . hrtime(true)); // first: an exception may come in between
            $this->until = null;
        }
    }

    public function note(string $what): void
    {
        $this->write("# $this->claim " . hrtime(true) . " $what");
    }

    private function write(string $line): void
    {
        fwrite($this->file, "$line\n");
    }
}

/**
 * Checks that no more than the capacity was held at once, and counts the locks that were lost before their time. On a reliable
 * server, which keeps its keys, or a majority that replies, there must be none.
 *
 * @return array{claims: int, 'seconds held': float, most: int, overlaps: int, 'lost before their time': int}
 */
function check_ledger(string $directory, string $kind, bool $reliable, int $capacity = 1): array
{
    $claims = $stopped = [];
    $broken = 0;
    foreach (glob("$directory/" . strtr($kind, ' ', '-') . '.*') as $file) {
        foreach (file($file) as $line) {
            $words = explode(' ', $line);
            if (!str_ends_with($line, "\n")) {
                continue; // killed while it wrote
            }
            $id = "$file $words[1]";
            switch ($words[0]) {
                case 'B':
                    $claims[$id] = [min($claims[$id][0] ?? PHP_INT_MAX, (int) $words[2]), max($claims[$id][1] ?? 0, (int) $words[3]), (int) $words[4]];
                    break;
                case 'S':
                    $stopped[$id] = min($stopped[$id] ?? PHP_INT_MAX, (int) $words[2]);
                    break;
                case 'X':
                    if (!isset($stopped[$id])) {
                        $broken++ < 5 && $reliable && print "broken promise: $file: $line";
                        $stopped[$id] = (int) $words[2];
                    }
            }
        }
    }
    foreach ($stopped as $id => $time) {
        isset($claims[$id]) && $claims[$id][1] = min($claims[$id][1], $time);
    }
    $claims = array_filter($claims, fn(array $claim) => $claim[1] > $claim[0]);
    $events = [];
    foreach ($claims as $id => [$from, $until, $weight]) {
        array_push($events, [$from, $weight, $id], [$until, -$weight, $id]);
    }
    sort($events); // of the same time, the end comes first
    $overlaps = $taken = $most = $since = 0;
    $held = 0.0;
    $holders = [];
    foreach ($events as [$time, $weight, $id]) {
        $held += $taken > 0 ? ($time - $since) / 1e9 : 0.0;
        $since = $time;
        $taken += $weight;
        $most = max($most, $taken);
        if ($weight < 0) {
            unset($holders[$id]);
        } else {
            $holders[$id] = $id;
            $taken > $capacity && $overlaps++ < 5 && printf("%d of %d held at %d: %s\n", $taken, $capacity, $time, implode(' and ', $holders));
        }
    }

    return ['claims' => count($claims), 'seconds held' => round($held, 1), 'most' => $most, 'overlaps' => $overlaps, 'lost before their time' => $broken];
}
