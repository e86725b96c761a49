<?php

declare(strict_types=1);

/**
 * The kind of server that the tests run against: how the extension reaches it, and how tests inspect it.
 *
 * What is asked about a key is asked where the key is: at the one server, at the master that the Sentinels name, at the
 * owner of the key's slot, or at every server of a quorum.
 */
final class Kind
{
    private const VARIABLE = 'REDISLOCK_KIND';

    public readonly string $name;

    /** @var string|list<string> for `$server` */
    public readonly string|array $server;

    /** @var list<string> what must be shown nowhere */
    public readonly array $secrets;

    public function __construct(private readonly array $traits)
    {
        ['name' => $this->name, 'server' => $this->server, 'secrets' => $this->secrets] = $traits;
    }

    /** Returns the kind that the environment names, which server-tests/with-servers.php has started. */
    public static function current(): self
    {
        static $current = null;

        return $current ??= new self(json_decode(
            getenv(self::VARIABLE) ?: throw new RuntimeException('server-tests/with-servers.php runs these tests'),
            true,
            flags: JSON_THROW_ON_ERROR,
        ));
    }

    /** @return array<string, string> for the environment of tests */
    public function exported(): array
    {
        return [self::VARIABLE => json_encode($this->traits, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES)];
    }

    /** A key that no other test has; with a name, so that messages can be understood. */
    public static function newKey(string $name = 'lock'): string
    {
        return "$name " . bin2hex(random_bytes(6));
    }

    /** The answers of all servers that have this key: a list of one, but for a quorum. */
    public function askAll(string $key, string|int|float ...$words): array
    {
        return array_map(fn(RespClient $client) => $client->ask(...$words), $this->nodesOf($key));
    }

    /** The answer of the majority of the servers that have this key. */
    public function ask(string $key, string|int|float ...$words): mixed
    {
        $answers = $this->askAll($key, ...$words);
        $count = array_count_values(array_map(serialize(...), $answers));
        arsort($count);
        current($count) > count($answers) / 2 || throw new RuntimeException("$words[0]: no majority for an answer: " . json_encode($answers));

        return unserialize((string) key($count));
    }

    /** The token that holds a key, or null if the key is free. */
    public function keyHolds(string $key): ?string
    {
        return $this->ask($key, 'GET', $key);
    }

    /** Milliseconds that the majority keeps a key; -2: not there, -1: for ever. */
    public function left(string $key): int
    {
        $left = $this->askAll($key, 'PTTL', $key);
        sort($left);

        return $left[intdiv(count($left) - 1, 2)];
    }

    /** A command on every server that holds data. */
    public function everywhere(string|int|float ...$words): array
    {
        return array_map(fn(array $node) => Node::client($node)->ask(...$words), $this->traits['nodes']);
    }

    /** @return list<Monitor> one for every server that holds data */
    public function monitors(): array
    {
        return array_map(fn(array $node) => new Monitor(fn() => Node::client($node)), $this->traits['nodes']);
    }

    /** Closes the connections of all clients but ours, those of Sentinels and those between servers. */
    public function killClients(): void
    {
        foreach ([...$this->traits['nodes'], ...$this->traits['sentinels']] as $node) {
            $client = Node::client($node);
            $own = $client->ask('CLIENT', 'ID');
            // The Sentinels' connections have a name; cut often, they would take the server for down.
            preg_match_all('/^id=(?!' . $own . ' )(\d+) (?!.* name=sentinel-)/m', $client->ask('CLIENT', 'LIST', 'TYPE', 'normal'), $found);
            foreach ($found[1] as $id) {
                try {
                    $client->ask('CLIENT', 'KILL', 'ID', $id);
                } catch (RuntimeException) {
                    // The client has gone already.
                }
            }
        }
    }

    /** @return string|list<string> the same servers, with a user and a password that none of them knows */
    public function serverFor(string $user, string $password): string|array
    {
        $addresses = preg_replace(
            ['~://([^@/?]*@)?(?=[^/])~', '~^(unix:.*?)(\?.*)?$~'],
            ["://$user:$password@", "$1?user=$user&pass=$password"],
            (array) $this->server,
        );
        return is_array($this->server) ? $addresses : $addresses[0];
    }

    /** @return list<RespClient> */
    private function nodesOf(string $key): array
    {
        $nodes = $this->traits['nodes'];

        return match ($this->traits['shape']) {
            'single', 'quorum' => array_map(Node::client(...), $nodes),
            'sentinel' => [$this->clientAt($this->masterPort())],
            'cluster' => [$this->clientAt(self::slotOwner(array_map(Node::client(...), $nodes), $key))],
        };
    }

    private function masterPort(): int
    {
        return (int) Node::client($this->traits['sentinels'][0])->ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', Sentinels::MASTER)[1];
    }

    /**
     * The port of the master that has a key's slot, as the first node that is asked sees it.
     *
     * @param iterable<RespClient> $nodes
     */
    public static function slotOwner(iterable $nodes, string $key): int
    {
        foreach ($nodes as $node) {
            $slot = $node->ask('CLUSTER', 'KEYSLOT', $key);
            foreach ($node->ask('CLUSTER', 'SLOTS') as [$first, $last, $master]) {
                if ($first <= $slot && $slot <= $last) {
                    return $master[1];
                }
            }
        }
        throw new RuntimeException("no node has the slot of $key");
    }

    private function clientAt(int $port): RespClient
    {
        foreach ($this->traits['nodes'] as $node) {
            if ($node['port'] === $port) {
                return Node::client($node);
            }
        }
        throw new RuntimeException("no node has port $port");
    }
}
