<?php

declare(strict_types=1);

/** PHP's built-in web server: one process that serves one request after the other, as a worker of PHP-FPM does. */
final class WebServer
{
    private PhpChild $server;

    private int $port;

    /** @param string $code what every request runs; `$_GET` is its input */
    public function __construct(string $directory, string $code, array $ini = [])
    {
        $bootstrap = var_export(__DIR__ . '/bootstrap.php', true);
        file_put_contents("$directory/router.php", "<?php require $bootstrap; $code");
        for ($attempts = 5; ; $attempts--) {
            $this->port = free_port();
            $this->server = PhpChild::run(['-S', "127.0.0.1:$this->port", '-t', $directory, "$directory/router.php"], ini: $ini, mergeErrors: true, under: PhpChild::GUARD);
            // The log says that it has started, or that another process has taken the port.
            $said = $this->server->hear();
            if (str_contains($said, ') started')) {
                return;
            }
            if ($attempts === 0) {
                throw new RuntimeException("the web server does not start: $said");
            }
        }
    }

    /** The answer to a request, whatever its status. */
    public function request(string ...$query): string
    {
        return self::answer($this->begin(...$query));
    }

    /**
     * Sends a request; answer() awaits what comes of it.
     *
     * @return resource
     */
    public function begin(string ...$query): mixed
    {
        $stream = stream_socket_client("tcp://127.0.0.1:$this->port");
        fwrite($stream, 'GET /?' . http_build_query($query) . " HTTP/1.0\r\n\r\n");

        return $stream;
    }

    /** @param resource $stream */
    public static function answer(mixed $stream): string
    {
        stream_set_timeout($stream, 60);

        // The headers end at the empty line.
        return substr((string) strstr((string) stream_get_contents($stream), "\r\n\r\n"), 4);
    }
}
