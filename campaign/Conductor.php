<?php

declare(strict_types=1);

/** Starts the servers, the witnesses and the clients of one run, does to them what the schedule says, and ends them. */
final class Conductor
{
    /** A pause of the whole machine that is longer counts as a fault. */
    private const STALL = 0.3;

    private readonly Servers $servers;
    private readonly Recorder $recorder;
    private readonly SignalSender $signals;
    /** @var array<string, PhpChild> by the client's name */
    private array $clients = [];
    /** @var array<string, int> their process ids, which stay theirs until they are buried */
    private array $ids = [];
    /** @var array<string, int> */
    private array $incarnations = [];
    /** @var array<string, array{at: float, heal: callable, isOver?: callable}> what is to be undone, by what it concerns */
    private array $healings = [];
    /** @var list<PhpChild> */
    private array $witnesses = [];
    /** @var list<string> */
    private readonly array $locks;
    /** @var array<string, int> by key */
    private readonly array $capacities;
    /** @var list<string> the clients behind the faulty network */
    private readonly array $behindProxy;
    /** Its faults: see proxy.php. */
    private readonly string $network;
    private float $until;

    public function __construct(private string $kind, private int $seed, private float $seconds, private string $class, private string $folder)
    {
        $this->signals = new SignalSender();
        $this->locks = $class === 'RedisLock' ? locks_of($kind) : [$class::LOCK];
        $this->capacities = capacities($this->locks);
        // The last client of each lock is behind the faulty network; of a broken lock the last two.
        $first = CLIENTS_OF_A_LOCK - ($class === 'RedisLock' ? 1 : 2);
        $this->behindProxy = array_values(array_filter(client_names($this->locks), fn(string $name) => (int) substr(strrchr($name, '-'), 1) >= $first));
        $this->network = $class === 'RedisLock' ? 'all' : $class::NETWORK;
        $this->servers = new Servers($kind, $folder, $seed, $this->network);
        $this->recorder = new Recorder($folder, '!conductor');
    }

    public function run(): void
    {
        $this->recorder->write('run', [
            'kind' => $this->kind, 'seed' => $this->seed, 'seconds' => $this->seconds, 'class' => $this->class, 'network' => $this->network,
            'capacities' => $this->capacities, 'servers' => count($this->servers->nodes), 'behind proxy' => $this->servers->deployment === null ? $this->behindProxy : [],
        ]);
        if ($this->servers->deployment === null && ($this->class === 'RedisLock' || $this->class::WITNESSED)) {
            foreach ($this->servers->nodes as $number => $node) {
                $this->witnesses[] = $witness = PhpChild::run([__DIR__ . '/witness.php'], [$node->socket, $this->folder, "server-$number", json_encode(array_keys($this->capacities))], extensions: []);
                $witness->hear() === 'ready' || throw new RuntimeException('a witness does not start');
            }
        }
        $start = now();
        $this->until = $start + $this->seconds;
        array_map($this->startClient(...), client_names($this->locks));
        $choices = $this->class === 'RedisLock' ? [] : [$this->class::FAULTS, $this->class::LONGEST_PAUSE];
        foreach (schedule($this->kind, $this->seed, $this->seconds, $this->locks, ...$choices) as $entry) {
            $this->goOnUntil($start + $entry['at'] / 1e3);
            now() < $this->until && $this->begin($entry); // a fault may have taken long
        }
        $this->goOnUntil($this->until);
        $this->endClients();
        $this->lookAtTheEnd();
        foreach ($this->witnesses as $witness) {
            $witness->finish();
        }
        $this->servers->end();
        $this->recorder->write('network', ['faults' => $this->servers->networkFaults()]);
        $this->collect();
    }

    private function startClient(string $name): void
    {
        $number = $this->incarnations[$name] = ($this->incarnations[$name] ?? 0) + 1;
        $traits = [
            'name' => $name,
            'incarnation' => $number,
            'class' => $this->class,
            'address' => in_array($name, $this->behindProxy, true) ? $this->servers->faultyAddress : $this->servers->address,
            'folder' => $this->folder,
            'until' => $this->until,
            'seed' => crc32("$this->seed $name $number"),
        ];
        $client = PhpChild::run([__DIR__ . '/client.php'], [json_encode($traits, JSON_THROW_ON_ERROR)], mergeErrors: true, under: ['sh', '-c', 'exec "$@"', 'php']);
        $this->clients[$name] = $client;
        $word = $client->hear();
        $word === 'ready' || throw new RuntimeException("a client does not start: $word {$client->finish()}");
        $this->ids[$name] = $client->processId();
    }

    /** Undoes what is due, starts again the clients that have ended, and notes when the machine stood still. */
    private function goOnUntil(float $time): void
    {
        do {
            $before = now();
            usleep((int) max(500, min(5_000, ($time - $before) * 1e6)));
            $pause = now() - $before;
            if ($pause > self::STALL) {
                $this->recorder->write('stall', ['for' => (int) ($pause * 1e9)]);
            }
            foreach ($this->healings as $what => $healing) {
                if (now() < $healing['at']) {
                    continue;
                }
                if (isset($healing['isOver']) && ($this->isServerAway() || !($healing['isOver'])())) {
                    $this->healings[$what]['at'] = now() + 0.1;
                } else {
                    $this->heal($what);
                }
            }
            foreach ($this->clients as $name => $client) {
                if (now() < $this->until && !isset($this->healings[$name]) && $client->hasSpoken()) {
                    $this->bury($name, false);
                    $this->startClient($name);
                }
            }
        } while (now() < $time);
    }

    private function bury(string $name, bool $isKilled): void
    {
        $words = $this->clients[$name]->finish();
        $code = $this->clients[$name]->exitCode;
        unset($this->clients[$name]);
        if ($words !== '' || $code !== 0 && !$isKilled) {
            $this->recorder->write('failure', ['why' => "$name ended with $code: $words"]);
        }
    }

    private function begin(array $entry): void
    {
        isset($entry['client']) ? $this->beginAtClient($entry) : $this->beginAtServer($entry);
    }

    private function note(string $event, string $fault, array $fields): void
    {
        $this->recorder->write($event, ['fault' => $fault] + $fields);
    }

    private function beginAtClient(array $entry): void
    {
        ['client' => $name, 'fault' => $fault] = $entry;
        if (!isset($this->clients[$name]) || isset($this->healings[$name])) {
            $this->note('skipped', $fault, ['of' => $name]);
            return;
        }
        $id = $this->ids[$name];
        $this->note('fault', $fault, ['of' => "$name.{$this->incarnations[$name]}"] + (isset($entry['for']) ? ['for' => $entry['for']] : []));
        switch ($fault) {
            case 'client killed':
                $this->signals->send('KILL', $id);
                $this->bury($name, true);
                $this->startClient($name);
                break;
            case 'client suspended':
                $this->signals->send('STOP', $id);
                $this->healLater($name, $fault, "$name.{$this->incarnations[$name]}", $entry['for'], fn() => $this->signals->send('CONT', $id));
                break;
            case 'client interrupted':
                $this->signals->send($entry['at'] % 2 === 0 ? 'USR1' : 'USR2', $id);
        }
    }

    private function healLater(string $what, string $fault, string|int $of, int $milliseconds, callable $heal): void
    {
        $this->healings[$what] = ['at' => now() + $milliseconds / 1e3, 'heal' => $heal, 'fault' => $fault, 'of' => $of];
    }

    private function heal(string $what): void
    {
        $healing = $this->healings[$what];
        unset($this->healings[$what]);
        ($healing['heal'])();
        $this->note('healed', $healing['fault'], ['of' => $healing['of']]);
    }

    private function beginAtServer(array $entry): void
    {
        ['fault' => $fault, 'choice' => $choice] = $entry;
        if ($this->isServerAway()) {
            $this->note('skipped', $fault, []);
            return;
        }
        $node = $this->servers->chosen($choice);
        $number = $this->servers->numberOf($node);
        if ($fault === 'failover' && (isset($this->healings['failover']) || !$this->canFailOver($node))) {
            $this->note('skipped', $fault, []);
            return;
        }
        $this->note('fault', $fault, ['of' => "server-$number"] + (isset($entry['for']) ? ['for' => $entry['for']] : []));
        $undone = match ($fault) {
            'server suspended' => $this->suspend($node),
            'connections cut' => $this->once(fn() => $node->ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')),
            'commands paused' => $this->pause($node, $entry['for'], $choice),
            'scripts flushed' => $this->once(fn() => $node->ask('SCRIPT', 'FLUSH')),
            'memory full' => $this->fill($node),
            'permissions taken' => $this->takePermissions($node, $choice),
            'server restarted' => $this->once($node->restart(...)),
            'slot moved' => $this->once(fn() => $this->moveSlot($choice)),
            'failover' => $this->failOver($node, $number),
        };
        if ($fault === 'failover') {
            return;
        }
        if ($undone === null) {
            $this->note('healed', $fault, ['of' => "server-$number"]);
        } else {
            $this->healLater("server-$number", $fault, "server-$number", $entry['for'], $undone);
        }
    }

    /** A server that is suspended, or delays all commands, takes no orders and answers no questions. */
    private function isServerAway(): bool
    {
        return array_filter(array_keys($this->healings), fn(string $what) => str_starts_with($what, 'server-')) !== [];
    }

    private function once(callable $what): null
    {
        $what();

        return null;
    }

    private function suspend(Node $node): callable
    {
        $node->suspend();

        return $node->resume(...);
    }

    private function pause(Node $node, int $milliseconds, int $choice): callable
    {
        $node->ask('CLIENT', 'PAUSE', $milliseconds, $choice % 2 === 0 ? 'WRITE' : 'ALL');

        return fn() => null;
    }

    private function fill(Node $node): callable
    {
        $node->ask('CONFIG', 'SET', 'maxmemory', 1);

        return fn() => $node->ask('CONFIG', 'SET', 'maxmemory', 0);
    }

    private function takePermissions(Node $node, int $choice): callable
    {
        $node->ask('ACL', 'SETUSER', 'default', ...[['-client'], ['-blpop'], ['-eval', '-evalsha'], ['-set']][$choice % 4]);

        return fn() => $node->ask('ACL', 'SETUSER', 'default', '+@all');
    }

    private function moveSlot(int $choice): void
    {
        $key = array_keys($this->capacities)[$choice % count($this->capacities)];
        $this->servers->deployment->awaitHealthy(); // or a node names the owner of before the last move
        $owner = $this->servers->deployment->nodeOf($key);
        $others = array_values(array_filter($this->servers->deployment->masters(), fn(Node $node) => $node !== $owner));
        $this->servers->deployment->migrateSlot($key, $others[$choice % count($others)]);
    }

    /** Returns whether the last failover is over, also for the replicas. */
    private function canFailOver(Node $master): bool
    {
        return $this->kind !== 'sentinel' || preg_match_all('/^slave\d+:.*state=online/m', $master->allInfo()) === 2;
    }

    /** The failover of Sentinels is over when the former master is a replica. Until then, two masters answer. */
    private function failOver(Node $master, int $number): null
    {
        $healing = ['at' => now(), 'heal' => fn() => null, 'fault' => 'failover', 'of' => "server-$number"];
        if ($this->kind === 'sentinel') {
            $this->servers->deployment->sentinels[0]->ask('SENTINEL', 'FAILOVER', Sentinels::MASTER);
            $this->healings['failover'] = $healing + ['isOver' => fn() => $master->info('role') === 'slave'];
            return null;
        }
        foreach ($this->servers->nodes as $node) {
            if ($node->info('role') === 'slave' && $node->info('master_port') === (string) $master->port) {
                $node->ask('CLUSTER', 'FAILOVER');
                $this->healings['failover'] = $healing + ['isOver' => fn() => $node->info('role') === 'master'];
                break;
            }
        }
        return null;
    }

    private function endClients(): void
    {
        array_map($this->heal(...), array_keys($this->healings));
        foreach (array_keys($this->clients) as $name) {
            $this->bury($name, false);
        }
    }

    /** Whatever has happened: each lock can be acquired, and each key that is left expires. */
    private function lookAtTheEnd(): void
    {
        foreach (array_keys($this->capacities) as $key) {
            $options = ['key' => $key, 'ttl' => 5.0, 'wait' => 20.0, 'server' => $this->servers->address];
            $lock = str_starts_with($key, 'permits') ? new RedisSemaphore(...$options, permits: ALL_PERMITS, weight: ALL_PERMITS) : new RedisLock(...$options);
            try {
                $why = $lock->acquire() && $lock->release() ? null : 'it is held';
            } catch (RedisLockException $exception) {
                $why = $exception->getMessage();
            }
            $why === null || $this->recorder->write('unavailable', ['key' => $key, 'why' => $why]);
        }
        foreach ($this->servers->nodes as $number => $node) {
            foreach ($node->info('role') === 'master' ? $node->ask('KEYS', '*') : [] as $key) {
                $this->recorder->write('remains', ['of' => "server-$number", 'key' => $key, 'ms' => $node->ask('PTTL', $key)]);
            }
        }
        $this->recorder->write('end');
    }

    /** Makes one file of all, in the order of time. A line that a killed process left unfinished is dropped. */
    private function collect(): void
    {
        $files = array_map(escapeshellarg(...), glob("$this->folder/*.jsonl"));
        $out = escapeshellarg("$this->folder/history");
        exec('LC_ALL=C sed -s -n "/}$/p" ' . implode(' ', $files) . " | LC_ALL=C sort -s -t: -k2,2n >$out", $lines, $code);
        $code === 0 || throw new RuntimeException('the histories cannot be merged');
        array_map(unlink(...), glob("$this->folder/*.jsonl"));
        array_map(unlink(...), glob("$this->folder/faults-*"));
        rename("$this->folder/history", "$this->folder/history.jsonl");
    }
}
