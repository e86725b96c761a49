<?php

declare(strict_types=1);

/** A master, its replicas, and Sentinels that watch them and choose another master. */
final class Sentinels extends Deployment
{
    public const MASTER = 'mymaster';

    /** @var list<Node> */
    private array $nodes;

    /** @var list<Node> */
    public readonly array $sentinels;

    /**
     * @param int $downAfter milliseconds without an answer until a Sentinel takes the master for down. They ask every
     *     second (more often if this is less, but then the first question to a new master comes too late): from less than
     *     two on, a busy machine has unwanted failovers.
     */
    public function __construct(string $program, int $replicas = 2, int $sentinels = 3, int $downAfter = 2000)
    {
        $this->nodes = [$master = Node::start($program)];
        for ($n = 0; $n < $replicas; $n++) {
            $this->nodes[] = Node::start($program, ['replicaof' => ['127.0.0.1', $master->port]]);
        }
        // Sentinels that are started earlier learn of the replicas ten seconds later.
        $this->awaitReplicas($replicas);
        $all = [];
        for ($n = 0; $n < $sentinels; $n++) {
            $all[] = Node::sentinel($program, [
                'sentinel monitor ' . self::MASTER . " 127.0.0.1 $master->port " . (intdiv($sentinels, 2) + 1),
                'sentinel down-after-milliseconds ' . self::MASTER . " $downAfter",
                'sentinel failover-timeout ' . self::MASTER . ' 3000',
                'sentinel parallel-syncs ' . self::MASTER . ' 1',
            ]);
        }
        $this->sentinels = $all;
        $this->awaitSentinels($replicas);
    }

    public function server(): string
    {
        return 'redis-sentinel://' . implode(',', array_map(fn(Node $node) => "127.0.0.1:$node->port", $this->sentinels)) . '/' . self::MASTER;
    }

    public function nodes(): array
    {
        return $this->nodes;
    }

    /** The port of the master, as the Sentinels see it; null while they do not agree, or none answers. */
    public function master(): ?int
    {
        $ports = [];
        foreach ($this->sentinels as $sentinel) {
            try {
                $ports[] = (int) $sentinel->connect()->ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', self::MASTER)[1];
            } catch (RuntimeException) {
                // A test may have killed this node.
            }
        }
        return count(array_unique($ports)) === 1 ? $ports[0] : null;
    }

    /** Ends the master at once, and returns its port. */
    public function killMaster(): int
    {
        $port = $this->awaitMaster();
        $this->awaitEndOfFailover();
        $this->at($port)->kill();

        return $port;
    }

    /** Starts a node again where it was, empty: the Sentinels make a replica of it, if there is another master. */
    public function restart(Node $node): void
    {
        $node->restart();
    }

    /**
     * Waits until the Sentinels agree on a master that takes writes, another than at that port; returns its port. If the machine
     * stands still for two seconds, Sentinels elect none for thirty seconds (TILT).
     */
    public function awaitMaster(int $otherThan = 0): int
    {
        try {
            return await('a master', function () use ($otherThan) {
                $port = $this->master();
                return $port !== null && $port !== $otherThan && $this->isMaster($this->at($port)) ? $port : null;
            }, 200.0);
        } catch (RuntimeException $exception) {
            throw new RuntimeException("{$exception->getMessage()}; the Sentinels say: {$this->views()}");
        }
    }

    /**
     * If the replica that a Sentinel has promoted dies before that Sentinel's failover ends, Redis 7.0 never ends it: this Sentinel
     * names the dead server as long as that is away, even when the others have elected another one.
     */
    private function awaitEndOfFailover(): void
    {
        foreach ($this->sentinels as $sentinel) {
            await('the end of the failover', fn() => !str_contains(implode(' ', $sentinel->ask('SENTINEL', 'MASTER', self::MASTER)), 'failover_in_progress'));
        }
    }

    /** What each Sentinel knows of the master and its replicas, for a message. */
    private function views(): string
    {
        $fields = '/(?:name|flags|role-reported|info-refresh|config-epoch|failover-state|last-ok-ping-reply|master-link-status|sentinel_tilt\w*)[,:][^,\r\n]*/';
        $views = array_map(function (Node $sentinel) use ($fields): string {
            try {
                $client = $sentinel->connect();
                $all = [$client->ask('SENTINEL', 'MASTER', self::MASTER), ...$client->ask('SENTINEL', 'REPLICAS', self::MASTER)];
                preg_match_all($fields, implode(',', array_merge(...$all)) . ',' . $client->ask('INFO', 'sentinel'), $found);
                return implode(' ', $found[0]);
            } catch (RuntimeException $exception) {
                return $exception->getMessage();
            }
        }, $this->sentinels);
        return implode(' | ', $views);
    }

    private function isMaster(Node $node): bool
    {
        try {
            return $node->connect()->ask('ROLE')[0] === 'master';
        } catch (RuntimeException) {
            return false;
        }
    }

    /** Waits until the master has `$count` replicas that are up to date. */
    public function awaitReplicas(int $count): void
    {
        await("$count replicas", function () use ($count) {
            $master = isset($this->sentinels) ? $this->awaitMaster() : $this->nodes[0]->port;
            preg_match_all('/^slave\d+:.*state=online/m', $this->at($master)->allInfo(), $online);
            return count($online[0]) === $count;
        }, 60.0);
    }

    /** Waits until every Sentinel knows the replicas and all other Sentinels: only then a failover is sure to come. */
    private function awaitSentinels(int $replicas): void
    {
        foreach ($this->sentinels as $sentinel) {
            await('the Sentinels to know each other', function () use ($sentinel, $replicas) {
                $answer = $sentinel->ask('SENTINEL', 'MASTER', self::MASTER);
                $state = array_combine(
                    array_filter($answer, fn(int $n) => $n % 2 === 0, ARRAY_FILTER_USE_KEY),
                    array_filter($answer, fn(int $n) => $n % 2 === 1, ARRAY_FILTER_USE_KEY),
                );
                return (int) $state['num-slaves'] === $replicas && (int) $state['num-other-sentinels'] === count($this->sentinels) - 1;
            });
        }
    }

    protected function traits(): array
    {
        return ['shape' => 'sentinel', 'sentinels' => array_map(fn(Node $node) => $node->reach(), $this->sentinels)];
    }
}
