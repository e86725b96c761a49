<?php

declare(strict_types=1);

/**
 * A proxy between the extension and a server, or a mock server, with faults on request. proxy.php does the work.
 */
final class FaultProxy
{
    public readonly string $address;

    private readonly PhpChild $child;

    private function __construct(string $listen, string $upstream)
    {
        // Warnings of the proxy must not be taken for its answers.
        $this->child = PhpChild::run([__DIR__ . '/proxy.php'], [$listen, $upstream], ['display_errors' => 'stderr'], extensions: []);
        [$ready, $name] = explode(' ', $this->child->hear(), 2) + ['', ''];
        $ready === 'ready' || throw new RuntimeException('the proxy does not start');
        $this->address = str_starts_with($listen, 'tcp:') ? "redis://$name" : $listen;
    }

    public static function before(RedisServer|Node $server): self
    {
        return new self("unix://$server->directory/proxy-" . bin2hex(random_bytes(3)), "unix://$server->directory/redis.sock");
    }

    /** Starts a proxy by TCP, whose buffers hold much more. */
    public static function byTcp(RedisServer $server): self
    {
        return new self('tcp://127.0.0.1:0', $server->address);
    }

    /** A mock server without a Redis behind it. `$directory` is where its socket goes. */
    public static function alone(string $directory): self
    {
        return new self("unix://$directory/fake-" . bin2hex(random_bytes(3)), '');
    }

    /**
     * Sets an action, for one time, for the next command of this name (any: `*`; with seven arguments: `EVALSHA 8`):
     *
     * - `pass`: nothing out of the ordinary
     * - `close`: let the server execute it, swallow the reply, close the connection, `$detail` seconds later
     * - `hang`: let the server execute it, swallow the reply, and send nothing on this connection any more
     * - `half`: let the server execute it, send half of the reply, close the connection
     * - `hold`: let the server execute it, keep the reply until sendKeptReplies()
     * - `signal`: let the server execute it, send SIGUSR1 to this process, keep the reply until sendKeptReplies()
     * - `suspend`: the same with SIGSTOP; `"PROCESS SECONDS"`: SIGCONT follows after SECONDS, even if the test has ended
     * - `delay`: let the server execute it, send the reply `$detail` seconds later
     * - `late`: the same, and go on with other commands meanwhile, also with those of this connection
     * - `split`: let the server execute it, send the reply byte by byte, `$detail` seconds apart
     * - `pieces`: send these bytes for a reply, in pieces where there is a `|`; the server never sees the command
     * - `last`: let the server execute it, send the reply, close the connection
     * - `once`: pass on the first command of a connection; for a later one, close the connection, and the server never sees it
     * - `flood`: let the server execute it, send the reply, and from then on these bytes again and again, without end, in between
     *   other replies
     * - `drown`: the same without the reply
     * - `refuse`: close the connection, the server never sees the command
     * - `keep`: the server does not see the command before deliver(); nothing is sent on this connection any more
     * - `lose`: the same, and the connection is closed
     * - `say`: send these bytes for a reply, the server never sees the command
     */
    public function on(string $command, string $action, string|float $detail = ''): self
    {
        return $this->request(['on' => $command, 'do' => $action, 'detail' => base64_encode((string) $detail)]);
    }

    /** Sets an action for every command of this name from now on. */
    public function always(string $command, string $action, string|float $detail = ''): self
    {
        return $this->request(['on' => $command, 'do' => $action, 'detail' => base64_encode((string) $detail), 'always' => true]);
    }

    /** Sends these bytes, which are no reply, on every connection now. */
    public function sendUnrequested(string $bytes): self
    {
        return $this->request(['do' => 'send', 'bytes' => base64_encode($bytes)]);
    }

    /** New connections lead to another server; existing ones do not. */
    public function leadTo(RedisServer $server): self
    {
        return $this->request(['do' => 'lead', 'to' => $server->address]);
    }

    /** The server executes the kept commands, even if no client awaits them any more. Returns their number. */
    public function deliver(): int
    {
        $this->child->tell(json_encode(['do' => 'deliver'], JSON_THROW_ON_ERROR));

        return (int) $this->child->hear();
    }

    /** Sends the replies that were kept since a `hold` or a `signal`. */
    public function sendKeptReplies(): self
    {
        return $this->request(['do' => 'send kept replies']);
    }

    /** Cancels all requested faults. */
    public function reset(): self
    {
        return $this->request(['do' => 'reset']);
    }

    /** Returns the commands that came so far, as lists of arguments, and starts a new list. */
    public function seen(): array
    {
        $this->child->tell(json_encode(['do' => 'seen'], JSON_THROW_ON_ERROR));

        return array_map(
            fn(array $arguments) => array_map(base64_decode(...), $arguments),
            json_decode($this->child->hear(), true, flags: JSON_THROW_ON_ERROR),
        );
    }

    /** Returns the names of the commands that came so far, and starts a new list. */
    public function seenNames(): array
    {
        return array_map(fn(array $arguments) => $arguments[0], $this->seen());
    }

    private function request(array $request): self
    {
        $this->child->tell(json_encode($request, JSON_THROW_ON_ERROR));
        $this->child->hear() === 'done' || throw new RuntimeException('the proxy does not understand');

        return $this;
    }
}
