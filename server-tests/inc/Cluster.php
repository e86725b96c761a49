<?php

declare(strict_types=1);

/** Masters that share the slots, each with one replica. */
final class Cluster extends Deployment
{
    private const SLOTS = 16_384;

    /** @var list<Node> the masters, then the replicas in the same order */
    private array $nodes = [];

    /** @param int $nodeTimeout milliseconds without a reply until the others take a master for down */
    public function __construct(string $program, private readonly int $masters = 3, int $nodeTimeout = 2000)
    {
        for ($n = 0; $n < 2 * $masters; $n++) {
            // The port of the cluster's own bus is not the usual one, which may be too great for a port.
            $this->nodes[] = Node::start($program, [
                'cluster-enabled' => 'yes',
                'cluster-port' => free_port(),
                'cluster-node-timeout' => $nodeTimeout,
                'cluster-config-file' => 'nodes.conf',
            ]);
        }
        $this->join();
        foreach (array_slice($this->nodes, $masters) as $n => $replica) {
            await('a master that the replica knows', function () use ($replica, $n) {
                try {
                    return $replica->ask('CLUSTER', 'REPLICATE', $this->id($this->nodes[$n])) === 'OK';
                } catch (RuntimeException) {
                    return false;
                }
            });
        }
        $this->awaitHealthy();
    }

    private function join(): void
    {
        foreach ($this->nodes as $n => $node) {
            $node->ask('CLUSTER', 'SET-CONFIG-EPOCH', $n + 1);
            if ($n < $this->masters) {
                $last = intdiv(self::SLOTS * ($n + 1), $this->masters) - 1;
                $node->ask('CLUSTER', 'ADDSLOTSRANGE', intdiv(self::SLOTS * $n, $this->masters), $last);
            }
        }
        // An epoch cannot be set any more once a node knows another.
        foreach ($this->nodes as $n => $node) {
            foreach (array_slice($this->nodes, $n + 1) as $other) {
                $node->ask('CLUSTER', 'MEET', '127.0.0.1', $other->port, $this->busPort($other));
            }
        }
    }

    private function busPort(Node $node): int
    {
        return (int) $node->ask('CONFIG', 'GET', 'cluster-port')[1];
    }

    public function server(): string
    {
        return 'redis-cluster://' . implode(',', array_map(fn(Node $node) => "127.0.0.1:$node->port", array_slice($this->nodes, 0, 2)));
    }

    public function nodes(): array
    {
        return $this->nodes;
    }

    /** The id by which the cluster knows a node. */
    public function id(Node $node): string
    {
        return $node->ask('CLUSTER', 'MYID');
    }

    /** @return list<Node> those that are masters and have slots, as they say themselves */
    public function masters(): array
    {
        return array_values(array_filter($this->nodes, function (Node $node) {
            try {
                return preg_match('/^\S+ \S+ myself,master \S+ \d+ \d+ \d+ connected [\d\[]/m', $node->connect()->ask('CLUSTER', 'NODES')) === 1;
            } catch (RuntimeException) {
                return false;
            }
        }));
    }

    /** The master that has the slot of a key. */
    public function nodeOf(string $key): Node
    {
        return $this->at(Kind::slotOwner($this->nodesThatAnswer(), $key));
    }

    /** @return iterable<RespClient> */
    private function nodesThatAnswer(): iterable
    {
        foreach ($this->nodes as $node) {
            try {
                yield $node->connect();
            } catch (RuntimeException) {
                // Killed by the test.
            }
        }
    }

    /**
     * Hands the slot of a key to another master. The iterating test can check between the steps: the first state is
     * `migrating` (keys that are not there any more: ASK), then `moved` (all keys are at the new owner, the slot is not),
     * then `done` (MOVED).
     *
     * @return Generator<string> `foreach ($cluster->migratingSlot('k', $to) as $state) { ... }`
     */
    public function migratingSlot(string $key, Node $to): Generator
    {
        $from = $this->nodeOf($key);
        $slot = $from->ask('CLUSTER', 'KEYSLOT', $key);
        $to->ask('CLUSTER', 'SETSLOT', $slot, 'IMPORTING', $this->id($from));
        $from->ask('CLUSTER', 'SETSLOT', $slot, 'MIGRATING', $this->id($to));
        yield 'migrating';
        $this->migrateKeys($from, $to, $slot);
        yield 'moved';
        // Keys that were set meanwhile came by ASK. The new owner is set first, so the slot always has an owner.
        foreach ([$to, $from, ...$this->masters()] as $node) {
            $node->ask('CLUSTER', 'SETSLOT', $slot, 'NODE', $this->id($to));
        }
        yield 'done';
    }

    /** Hands the slot of a key to another master in one step. */
    public function migrateSlot(string $key, Node $to): void
    {
        foreach ($this->migratingSlot($key, $to) as $state);
        $this->awaitHealthy();
    }

    private function migrateKeys(Node $from, Node $to, int $slot): void
    {
        while ($keys = $from->ask('CLUSTER', 'GETKEYSINSLOT', $slot, 100)) {
            $from->ask('MIGRATE', '127.0.0.1', $to->port, '', 0, 5000, 'KEYS', ...$keys);
        }
    }

    /** Ends the master that has a key's slot at once, and returns it. awaitHealthy() awaits its successor. */
    public function killMasterOf(string $key): Node
    {
        $node = $this->nodeOf($key);
        $node->kill();

        return $node;
    }

    /** Starts a node again where it was, empty: it knows the cluster, and replicates its successor. */
    public function restart(Node $node): void
    {
        $node->restart();
    }

    /** Waits until all nodes that run agree that all slots are served, and by whom, and their replicas are up to date. */
    public function awaitHealthy(): void
    {
        await('a healthy cluster', function () {
            $views = [];
            $masters = 0;
            foreach ($this->nodesThatAnswer() as $client) {
                if (!str_contains($client->ask('CLUSTER', 'INFO'), 'cluster_state:ok')) {
                    return false;
                }
                $replication = $client->ask('INFO', 'replication');
                if (!str_contains($replication, 'role:master') && !str_contains($replication, 'master_link_status:up')) {
                    return false;
                }
                $masters += (int) str_contains($replication, 'role:master');
                $owners = [];
                foreach ($client->ask('CLUSTER', 'SLOTS') as [$first, $last, $master]) {
                    $owners[$first] = [$last, $master[1]];
                }
                ksort($owners);
                $views[] = serialize($owners);
            }
            return count(array_unique($views)) === 1 && $masters === $this->masters;
        }, 60.0);
    }

    protected function traits(): array
    {
        return ['shape' => 'cluster'];
    }
}
