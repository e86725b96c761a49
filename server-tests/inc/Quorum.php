<?php

declare(strict_types=1);

/** Servers that know nothing of each other. */
final class Quorum extends Deployment
{
    /** @var list<Node> */
    private array $nodes = [];

    public function __construct(string $program, int $size = 5)
    {
        for ($n = 0; $n < $size; $n++) {
            $this->nodes[] = Node::start($program);
        }
    }

    public function server(): array
    {
        return array_map(fn(Node $node) => $node->address, $this->nodes);
    }

    public function nodes(): array
    {
        return $this->nodes;
    }

    /** Ends one at once: `kill(0)`. */
    public function kill(int $number): void
    {
        $this->nodes[$number]->kill();
    }

    /** Suspends a server (SIGSTOP): it keeps its connections and does nothing until resume(). */
    public function suspend(int $number): void
    {
        $this->nodes[$number]->suspend();
    }

    public function resume(int $number): void
    {
        $this->nodes[$number]->resume();
    }

    /** Starts one again where it was, empty. */
    public function restart(int $number): void
    {
        $this->nodes[$number]->restart();
    }

    protected function traits(): array
    {
        return ['shape' => 'quorum'];
    }
}
