<?php

declare(strict_types=1);

/** One server, by TCP, by a Unix socket, by TLS, or with an ACL user. */
final class SingleServer extends Deployment
{
    public readonly Node $node;

    private function __construct(Node $node, private readonly string $address, private readonly array $secrets = [], private readonly ?Certificates $tls = null)
    {
        $this->node = $node;
    }

    public static function tcp(string $program): self
    {
        $node = Node::start($program);

        return new self($node, $node->address);
    }

    public static function unixSocket(string $program): self
    {
        $node = Node::start($program);

        return new self($node, $node->socket);
    }

    public static function tls(string $program): self
    {
        $node = Node::start($program, tls: $certificates = (new Certificates())->issue('server'));

        return new self($node, "$node->address?ca=" . $certificates->path('ca.pem'), tls: $certificates);
    }

    /** The default user has a password, and the locks' user may do what the ACL lines of docs/operations.md say, and nothing else. */
    public static function withUser(string $program): self
    {
        $secrets = ['of the default user' => bin2hex(random_bytes(8)), 'of the user' => bin2hex(random_bytes(8))];
        $node = Node::start($program, password: $secrets['of the default user']);
        $node->ask('ACL', 'SETUSER', 'locker', 'on', '>' . $secrets['of the user'], '~*', ...preg_grep('/^\+/', acl_rules('Every lock', 'The queue', 'Shared locks')));

        return new self($node, "redis://locker:{$secrets['of the user']}@127.0.0.1:$node->port", array_values($secrets));
    }

    public function server(): string
    {
        return $this->address;
    }

    public function nodes(): array
    {
        return [$this->node];
    }

    protected function traits(): array
    {
        return ['secrets' => $this->secrets];
    }
}
