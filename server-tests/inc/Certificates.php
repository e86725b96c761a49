<?php

declare(strict_types=1);

/** An authority, a certificate of 127.0.0.1 for servers and one for clients, in a directory that goes with this object. */
final class Certificates
{
    private const SETTINGS = <<<'INI'
        [req]
        distinguished_name = name
        [name]
        [authority]
        basicConstraints = critical, CA:TRUE
        keyUsage = critical, keyCertSign
        [server]
        basicConstraints = critical, CA:FALSE
        subjectAltName = IP:127.0.0.1, DNS:localhost
        extendedKeyUsage = serverAuth, clientAuth
        [client]
        basicConstraints = critical, CA:FALSE
        extendedKeyUsage = clientAuth
        INI;

    public readonly string $directory;

    private readonly int $owner;

    public function __construct()
    {
        $this->owner = getmypid();
        $this->directory = sys_get_temp_dir() . '/redislock-tls-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0700) || throw new RuntimeException("cannot make $this->directory");
        file_put_contents("$this->directory/openssl.cnf", self::SETTINGS);
        $this->openssl(['req', '-x509', ...self::request('authority'), '-extensions', 'authority', '-out', 'authority.crt']);
        foreach (['server', 'client'] as $name) {
            $this->openssl(['req', ...self::request($name), '-out', "$name.csr"]);
            $this->openssl(['x509', '-req', '-in', "$name.csr", '-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial',
                '-days', '2', '-extfile', 'openssl.cnf', '-extensions', $name, '-out', "$name.crt"]);
        }
    }

    private static function request(string $name): array
    {
        return ['-config', 'openssl.cnf', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
            '-keyout', "$name.key", '-subj', "/CN=redislock tests $name", ...($name === 'authority' ? ['-days', '2'] : [])];
    }

    private function openssl(array $words): void
    {
        $process = proc_open(['openssl', ...$words], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['pipe', 'w']], $pipes, $this->directory)
            ?: throw new RuntimeException('cannot start openssl');
        $errors = stream_get_contents($pipes[2]);
        proc_close($process) === 0 || throw new RuntimeException("openssl $words[0]: $errors");
    }

    /** The path of `authority.crt`, `server.crt`, `server.key`, `client.crt` or `client.key`. */
    public function path(string $file): string
    {
        return "$this->directory/$file";
    }

    /** For redis.conf. Clients need no certificate. */
    public function config(): array
    {
        return [
            'tls-cert-file' => $this->path('server.crt'),
            'tls-key-file' => $this->path('server.key'),
            'tls-ca-cert-file' => $this->path('authority.crt'),
            'tls-auth-clients' => 'no',
            'tls-replication' => 'yes',
        ];
    }

    public function __destruct()
    {
        // Not at the end of a forked child.
        if (getmypid() === $this->owner) {
            array_map(unlink(...), glob("$this->directory/*"));
            rmdir($this->directory);
        }
    }
}
