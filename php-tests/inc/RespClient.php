<?php

declare(strict_types=1);

/** A Redis client independent of the extension, to inspect the server. */
final class RespClient
{
    /** @var resource */
    private $stream;

    /** @param string $address as stream_socket_client() takes it: unix:///path or tcp://host:port */
    public function __construct(string $address, private float $timeout = 30.0)
    {
        $this->stream = @stream_socket_client($address, $code, $message, $timeout)
            ?: throw new RuntimeException("no Redis at $address: $message");
        stream_set_timeout($this->stream, (int) $timeout, (int) (fmod($timeout, 1.0) * 1e6));
    }

    /** Sends a command and returns its reply; an error reply is thrown. */
    public function ask(string|int|float ...$arguments): mixed
    {
        $this->send(...$arguments);

        return $this->receive();
    }

    public function send(string|int|float ...$arguments): void
    {
        $request = '*' . count($arguments) . "\r\n";
        foreach ($arguments as $argument) {
            $request .= '$' . strlen((string) $argument) . "\r\n$argument\r\n";
        }
        fwrite($this->stream, $request);
    }

    public function receive(): mixed
    {
        $line = fgets($this->stream);
        if ($line === false || !str_ends_with($line, "\r\n")) {
            throw new RuntimeException('Redis closed the connection, or did not reply in time');
        }
        $rest = substr($line, 1, -2);

        return match ($line[0]) {
            '+' => $rest,
            ':' => (int) $rest,
            '$' => $rest === '-1' ? null : substr($this->bytes((int) $rest + 2), 0, -2),
            '*' => $rest === '-1' ? null : array_map(fn() => $this->receive(), $rest === '0' ? [] : range(1, (int) $rest)),
            '-' => throw new RuntimeException("Redis says: $rest"),
        };
    }

    private function bytes(int $count): string
    {
        $bytes = '';
        while (strlen($bytes) < $count) {
            $more = fread($this->stream, $count - strlen($bytes));
            if ($more === false || $more === '') {
                throw new RuntimeException('Redis closed the connection in the middle of a reply');
            }
            $bytes .= $more;
        }
        return $bytes;
    }
}
