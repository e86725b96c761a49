<?php

declare(strict_types=1);

/** The servers of a run, how clients reach them, and what can be done to them. */
final class Servers
{
    private const TIMEOUTS = 'read_timeout=0.5&connect_timeout=0.5';
    /** A server that is killed keeps all that it acknowledged, because it writes before it replies. */
    private const KEEPS_DATA = ['appendonly' => 'yes', 'appendfsync' => 'no'];

    /** @var list<Node> those with data, which the witnesses follow */
    public readonly array $nodes;

    /** @var list<Node> those that faults may concern: of a quorum a minority */
    private readonly array $faulty;

    /** @var string|list<string> for `$server` */
    public readonly string|array $address;

    /** @var string|list<string> the same through the faulty network */
    public readonly string|array $faultyAddress;

    public readonly ?Deployment $deployment;

    private ?Certificates $certificates = null;

    /** @var list<PhpChild> */
    private array $proxies = [];

    public const KINDS = ['tcp', 'unix', 'tls', 'sentinel', 'cluster', 'quorum-3', 'quorum-5', 'valkey'];

    public function __construct(public readonly string $kind, private readonly string $folder, private readonly int $seed, private readonly string $network = 'all')
    {
        $this->deployment = match ($kind) {
            'sentinel' => new Sentinels('redis-server', downAfter: 60_000),
            'cluster' => new Cluster('redis-server', nodeTimeout: 60_000),
            default => null,
        };
        $count = match ($kind) {
            'quorum-3' => 3,
            'quorum-5' => 5,
            default => 1,
        };
        if ($kind === 'tls') {
            $this->certificates = (new Certificates())->issue('server');
        }
        $program = $kind === 'valkey' ? self::valkey() : 'redis-server';
        $this->nodes = $this->deployment?->nodes() ?? array_map(fn() => Node::start($program, self::KEEPS_DATA, tls: $this->certificates), range(1, $count));
        $this->faulty = $count === 1 ? $this->nodes : array_slice($this->nodes, 0, intdiv($count - 1, 2));
        $direct = $faulty = [];
        foreach ($this->deployment === null ? $this->nodes : [] as $number => $node) {
            $direct[] = self::withTimeouts(match ($kind) {
                'tls' => "$node->address?ca={$this->certificates->ca}",
                'tcp', 'valkey' => $node->address,
                default => $node->socket,
            });
            $faulty[] = in_array($node, $this->faulty, true) ? $this->proxy($node, $number) : end($direct);
        }
        $this->address = match (true) {
            $this->deployment !== null => self::withTimeouts($this->deployment->server()),
            default => $count === 1 ? $direct[0] : $direct,
        };
        $this->faultyAddress = $this->deployment !== null ? $this->address : ($count === 1 ? $faulty[0] : $faulty);
    }

    private static function withTimeouts(string $address): string
    {
        return $address . (str_contains($address, '?') ? '&' : '?') . self::TIMEOUTS;
    }

    private static function valkey(): string
    {
        exec(escapeshellarg(__DIR__ . '/../server-tests/fetch.sh') . ' valkey-8.1', $lines, $code);
        $code === 0 || throw new RuntimeException('Valkey cannot be fetched');

        return end($lines);
    }

    /** Starts a faulty network in front of a server, and returns the address. */
    private function proxy(Node $node, int $number): string
    {
        $isTcp = in_array($this->kind, ['tcp', 'tls', 'valkey'], true);
        $listen = $isTcp ? 'tcp://127.0.0.1:' . free_port() : "unix://$this->folder/proxy-$number";
        $pem = $this->certificates === null ? [] : [$this->certificates->path('server.pem'), $this->certificates->path('server.key')];
        $this->proxies[] = $proxy = PhpChild::run([__DIR__ . '/proxy.php'], [$listen, $node->socket, $this->folder, $this->seed + $number, $this->network, ...$pem], extensions: []);
        $proxy->hear() === 'ready' || throw new RuntimeException('a proxy does not start');

        return self::withTimeouts(match ($this->kind) {
            'tls' => str_replace('tcp:', 'rediss:', $listen) . "?ca={$this->certificates->ca}",
            'tcp', 'valkey' => str_replace('tcp:', 'redis:', $listen),
            default => $listen,
        });
    }

    /** The server that a fault concerns. */
    public function chosen(int $choice): Node
    {
        $nodes = match ($this->kind) {
            'sentinel' => [$this->deployment->at($this->deployment->awaitMaster())],
            'cluster' => $this->deployment->masters(),
            default => $this->faulty,
        };

        return $nodes[$choice % count($nodes)];
    }

    public function numberOf(Node $node): int
    {
        return array_search($node, $this->nodes, true);
    }

    /** @return array<string, int> how often the network did what to the commands */
    public function networkFaults(): array
    {
        $lines = array_merge(...array_map(file(...), glob("$this->folder/faults-*")), ...[[]]);
        $faults = array_count_values(array_map(rtrim(...), $lines));
        ksort($faults);

        return $faults;
    }

    public function end(): void
    {
        array_map(fn(PhpChild $proxy) => $proxy->finish(), $this->proxies);
        $this->proxies = [];
    }
}
