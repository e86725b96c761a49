<?php

declare(strict_types=1);

/** The test's own authority and its certificates, in a directory that this object removes at its end. */
final class Certificates
{
    private const CONFIG = <<<'INI'
        [req]
        distinguished_name = name
        [name]
        [authority]
        basicConstraints = critical, CA:TRUE
        [ca]
        default_ca = this
        [this]
        database = index
        new_certs_dir = .
        rand_serial = yes
        unique_subject = no
        default_md = sha256
        default_days = 30
        policy = any
        [any]
        commonName = supplied
        INI;

    private readonly string $directory;

    /** The authority's certificate. */
    public readonly string $ca;

    private readonly int $owner;

    public function __construct()
    {
        $this->owner = getmypid();
        $this->directory = sys_get_temp_dir() . '/certificates-' . bin2hex(random_bytes(6));
        $this->ca = $this->path('ca.pem');
        mkdir($this->directory, 0700) || throw new RuntimeException("cannot make $this->directory");
        file_put_contents($this->path('config'), self::CONFIG);
        file_put_contents($this->path('index'), '');
        $this->openssl('req', '-x509', '-subj', '/CN=An authority', '-days', '30', '-extensions', 'authority', ...$this->newKey('ca'), ...['-out', 'ca.pem']);
    }

    public function __destruct()
    {
        // Not in a forked child: it has a copy of this object.
        if (getmypid() === $this->owner) {
            array_map(unlink(...), glob("$this->directory/*"));
            rmdir($this->directory);
        }
    }

    public function path(string $file): string
    {
        return "$this->directory/$file";
    }

    /** Signs a certificate, `$name.pem`, with the key `$name.key`. Without hosts, its version is X.509 v1. */
    public function issue(string $name, string $hosts = 'IP:127.0.0.1, DNS:localhost', string $from = '', string $until = ''): self
    {
        file_put_contents($this->path('extensions'), $hosts === '' ? '' : "subjectAltName = $hosts\n");
        $this->openssl('req', '-new', '-subj', "/CN=$name", ...$this->newKey($name), ...['-out', 'request']);
        $times = [...($from === '' ? [] : ['-startdate', $from]), ...($until === '' ? [] : ['-enddate', $until])];
        $this->openssl('ca', '-batch', '-notext', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-in', 'request', '-out', "$name.pem", '-extfile', 'extensions', ...$times);
        $hosts === '' && $this->makeVersion1($name);

        return $this;
    }

    /** Returns the options of redis.conf for a server's certificate. Clients need no certificate. */
    public function config(string $name): array
    {
        return [
            'tls-cert-file' => $this->path("$name.pem"),
            'tls-key-file' => $this->path("$name.key"),
            'tls-ca-cert-file' => $this->ca,
            'tls-auth-clients' => 'no',
        ];
    }

    /** Returns the options of an address for a client's certificate. */
    public function options(string $name): string
    {
        return "&cert={$this->path("$name.pem")}&key={$this->path("$name.key")}";
    }

    /** Removes the parts of version 3 and signs the certificate again, because not every openssl makes version 1. */
    private function makeVersion1(string $name): void
    {
        $certificate = base64_decode(preg_replace('/-----.*?-----/', '', file_get_contents($this->path("$name.pem"))));
        [$statement, $algorithm] = self::parts($certificate);
        $isVersionOrExtensions = fn(string $part) => in_array($part[0], ["\xa0", "\xa3"], true);
        $statement = self::element("\x30", array_filter(self::parts($statement), fn(string $part) => !$isVersionOrExtensions($part)));
        file_put_contents($this->path('statement'), $statement);
        $this->openssl('dgst', '-sha256', '-sign', 'ca.key', '-out', 'signature', 'statement');
        $signature = self::element("\x03", ["\0", file_get_contents($this->path('signature'))]);
        $certificate = self::element("\x30", [$statement, $algorithm, $signature]);
        file_put_contents($this->path("$name.pem"), "-----BEGIN CERTIFICATE-----\n" . chunk_split(base64_encode($certificate), 64, "\n") . "-----END CERTIFICATE-----\n");
    }

    /** An element of DER. */
    private static function element(string $tag, array $parts): string
    {
        $content = implode('', $parts);
        $length = ltrim(pack('N', strlen($content)), "\0");

        return $tag . (strlen($content) < 0x80 ? '' : chr(0x80 | strlen($length))) . $length . $content;
    }

    /** @return list<string> the elements that one of DER is made of */
    private static function parts(string $element): array
    {
        $head = fn(int $at) => 2 + (ord($element[$at + 1]) < 0x80 ? 0 : ord($element[$at + 1]) & 0x7f);
        $parts = [];
        for ($at = $head(0); $at < strlen($element); $at += strlen(end($parts))) {
            $length = $head($at) === 2 ? ord($element[$at + 1]) : hexdec(bin2hex(substr($element, $at + 2, $head($at) - 2)));
            $parts[] = substr($element, $at, $head($at) + $length);
        }
        return $parts;
    }

    private function newKey(string $name): array
    {
        return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', "$name.key"];
    }

    private function openssl(string $command, string ...$options): void
    {
        $config = $command === 'dgst' ? [] : ['-config', 'config'];
        $process = proc_open(['openssl', $command, ...$config, ...$options], [2 => ['pipe', 'w']], $pipes, $this->directory)
            ?: throw new RuntimeException('cannot start openssl');
        $words = stream_get_contents($pipes[2]);
        proc_close($process) === 0 || throw new RuntimeException("openssl $command: $words");
    }
}
