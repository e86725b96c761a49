<?php

declare(strict_types=1);

/** A mock Sentinel that names the master which the test sets. */
final class MockSentinel
{
    private const ANSWERING = <<<'PHP'
        $server = stream_socket_server('tcp://127.0.0.1:0');
        echo explode(':', stream_socket_get_name($server, false))[1], "\n";
        $open = [];
        for (;;) {
            $readable = [$server, STDIN, ...$open];
            $none = null;
            stream_select($readable, $none, $none, null);
            foreach ($readable as $stream) {
                if ($stream === STDIN) {
                    if (($line = fgets(STDIN)) === false) {
                        exit;
                    }
                    $port = (int) $line;
                    echo "set\n";
                } elseif ($stream === $server) {
                    $open[] = stream_socket_accept($server);
                } elseif (($bytes = fread($stream, 65536)) === '' || $bytes === false) {
                    $open = array_filter($open, fn($other) => $other !== $stream);
                    fclose($stream);
                } elseif (stripos($bytes, 'GET-MASTER-ADDR-BY-NAME') !== false) {
                    fwrite($stream, "*2\r\n$9\r\n127.0.0.1\r\n$" . strlen("$port") . "\r\n$port\r\n");
                }
            }
        }
        PHP;

    private PhpChild $child;

    public readonly int $port;

    public function __construct(Node $master)
    {
        $this->child = child(self::ANSWERING);
        $this->port = (int) $this->child->hear();
        $this->tell($master);
    }

    /** Sets the master that it names from now on. */
    public function tell(Node $master): void
    {
        $this->child->tell($master->port);
        $this->child->hear();
    }
}
