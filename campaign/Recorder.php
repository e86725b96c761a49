<?php

declare(strict_types=1);

/**
 * Writes what one process asked for, was answered and believed: a JSON object a line, written at once. `t` is the time in nanoseconds on
 * the monotonic clock, which all processes of a machine share. `p` names the process, and `n` its acquisition.
 * campaign/README.md lists the events.
 */
final class Recorder
{
    /** @var resource */
    private $file;
    /** The end of the lease that the process counts on. */
    private ?int $until = null;
    private int $written = 0;

    /** @param int $n the acquisition that another process has begun to write; 0: none */
    public function __construct(private readonly string $folder, private string $process, private int $n = 0)
    {
        $this->open(isNew: $n === 0);
    }

    public function process(): string
    {
        return $this->process;
    }

    private function open(bool $isNew): void
    {
        $path = "$this->folder/$this->process.jsonl";
        $file = $isNew === file_exists($path) ? false : fopen($path, 'a'); // behind what another process has written
        $this->file = $file ?: throw new RuntimeException("cannot write the history of $this->process");
    }

    /** In a forked child: a history of its own. */
    public function reopen(string $process): void
    {
        $this->process = $process;
        $this->n = 0;
        $this->until = null;
        $this->open(isNew: true);
    }

    public function write(string $event, array $fields = []): void
    {
        fwrite($this->file, json_encode(['t' => hrtime(true), 'p' => $this->process, 'e' => $event] + $fields, JSON_UNESCAPED_SLASHES) . "\n");
    }

    /**
     * An acquisition begins. Another one of the same claim is a confirmation.
     *
     * @param list<string> $keys
     */
    public function acquire(array $keys, int $weight, float $ttl, float $wait): void
    {
        $this->until = null;
        $this->n++;
        $this->write('acquire', ['n' => $this->n, 'keys' => $keys, 'weight' => $weight, 'ttl' => (int) ($ttl * 1e9), 'wait' => (int) ($wait * 1e9)]);
    }

    /** The process goes on with a claim whose token it was given. */
    public function takeOver(array $keys, int $weight, string $token): void
    {
        $this->until = null;
        $this->n++;
        $this->write('take over', ['n' => $this->n, 'keys' => $keys, 'weight' => $weight, 'token' => $token]);
    }

    /** An operation on the claim begins. While it lasts, the process counts on nothing. */
    public function begin(string $operation, array $fields = []): void
    {
        $this->write($operation, ['n' => $this->n] + $fields); // first: an exception of a handler may come in between
        $this->until = null;
    }

    public function end(string $result, array $fields = []): void
    {
        $this->write($result, ['n' => $this->n] + $fields);
    }

    /** Notes what the lock says of its lease. Returns false if it is not held. */
    public function ask(object $lock): bool
    {
        $before = hrtime(true);
        $remaining = (int) ($lock->getRemaining() * 1e9);
        $after = hrtime(true);
        if ($remaining <= 0) {
            if ($this->until !== null && $after < $this->until) {
                $this->write('lost', ['n' => $this->n]);
            }
            $this->until = null;

            return false;
        }
        $until = $before + $remaining;
        if ($this->until === null || $until > $this->written + 5_000_000) {
            $this->written = $until;
            $this->write('held', ['n' => $this->n, 'until' => $until]);
        }
        $this->until = max($this->until ?? 0, $until);

        return true;
    }
}
