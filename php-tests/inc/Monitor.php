<?php

declare(strict_types=1);

/** Collects the commands that a server executes from now on, by MONITOR, those of scripts included. */
final class Monitor
{
    private RespClient $client;

    /** @param RedisServer|Node $server */
    public static function of(object $server): self
    {
        return new self($server->connect(...));
    }

    /** @param callable(): RespClient $connect */
    public function __construct(private $connect)
    {
        $this->client = $connect();
        $this->client->ask('MONITOR');
    }

    /** @return list<string> what has come since the last call that matches */
    public function seen(string $pattern): array
    {
        ($this->connect)()->ask('ECHO', $mark = bin2hex(random_bytes(8)));
        $seen = [];
        while (!str_contains($line = $this->client->receive(), $mark)) {
            if (preg_match($pattern, $line)) {
                $seen[] = $line;
            }
        }
        return $seen;
    }
}
