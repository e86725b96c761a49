<?php

declare(strict_types=1);

/** Servers that were started together, to be used as one. They are gone when the process that started them is. */
abstract class Deployment
{
    /** The name of this kind of server, for messages. */
    public string $name = 'a deployment of a test';

    /** @return string|list<string> as RedisLock takes it for `$server` */
    abstract public function server(): string|array;

    /** @return list<Node> all that hold data, replicas too */
    abstract public function nodes(): array;

    /** Returns further traits for Kind. */
    protected function traits(): array
    {
        return [];
    }

    /** Returns its Kind for this process. Others use Kind::current(), if the environment has kind()->exported(). */
    public function kind(): Kind
    {
        return new Kind($this->traits() + [
            'name' => $this->name,
            'server' => $this->server(),
            'nodes' => array_map(fn(Node $node) => ['port' => $node->port] + $node->reach(), $this->nodes()),
            'sentinels' => [],
            'shape' => 'single',
            'secrets' => [],
        ]);
    }

    /** Returns the servers' name and version: `valkey 8.1.1`. */
    public function version(): string
    {
        $node = $this->nodes()[0];

        return $node->info('valkey_version') !== null ? 'valkey ' . $node->info('valkey_version') : 'redis ' . $node->info('redis_version');
    }

    /** The node that listens on a port. */
    public function at(int $port): Node
    {
        foreach ($this->nodes() as $node) {
            if ($node->port === $port) {
                return $node;
            }
        }
        throw new RuntimeException("no node has port $port");
    }
}
