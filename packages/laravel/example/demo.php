<?php

declare(strict_types=1);

/**
 * Runs this application against a redis-server of its own: a command, a schedule and a queue, each by two processes at once.
 *
 *     php packages/laravel/example/demo.php
 *
 * After `composer install` here it runs that Laravel, else one of Debian's, which packages/fetch.sh unpacks.
 */

require __DIR__ . '/../../../examples/lib/PrivateRedis.php';
require __DIR__ . '/../../../examples/lib/TinyRedis.php';

$redis = new PrivateRedis();
putenv("APP_FOLDER=$redis->directory/app");
putenv("REDIS_HOST=$redis->socket");
putenv('REDIS_PORT=0');
is_file(__DIR__ . '/vendor/autoload.php') || getenv('REDISLOCK_FRAMEWORK') || putenv('REDISLOCK_FRAMEWORK=' . framework());
define('HOLD', getenv('APP_FOLDER') . '/hold');
$php = php();

/** The newest Laravel of Debian's that this PHP can run. */
function framework(): string
{
    $versions = array_filter(file(__DIR__ . '/../versions'), fn($row) => $row[0] !== '#');
    foreach (array_reverse($versions) as $row) {
        [$version, $least] = preg_split('/\s+/', $row);
        if (version_compare(PHP_VERSION, $least, '>=')) {
            $folder = exec(escapeshellarg(__DIR__ . '/../../fetch.sh') . " laravel $version", result_code: $code);
            return $code === 0 ? $folder : throw new RuntimeException("there is no Laravel $version");
        }
    }
    throw new RuntimeException('there is no Laravel for PHP ' . PHP_VERSION);
}

/**
 * This PHP as it was started, with the extensions that its php.ini does not load.
 *
 * @return list<string>
 */
function php(): array
{
    $php = [PHP_BINARY, ...php_ini_loaded_file() === false && ! php_ini_scanned_files() ? ['-n'] : []];
    foreach (['iconv' => 'iconv', 'igbinary' => 'igbinary', 'redis' => 'redis', 'redislock' => getenv('REDISLOCK_SO') ?: __DIR__ . '/../../../modules/redislock.so'] as $name => $file) {
        exec(implode(' ', array_map(escapeshellarg(...), [...$php, '-r', "exit((int) ! extension_loaded('$name'));"])), result_code: $missing);
        if ($missing) {
            array_push($php, '-d', "extension=$file");
        }
    }

    return $php;
}

/**
 * `php artisan` with these words, once for each list of them, all at once.
 *
 * @param list<string> ...$commands
 * @return list<string> what they printed
 */
function artisan(array ...$commands): array
{
    $running = array_map(function (array $words): array {
        $process = proc_open([...$GLOBALS['php'], __DIR__ . '/artisan', ...$words], [1 => ['pipe', 'w']], $pipes) ?: throw new RuntimeException('cannot start PHP');

        return [$process, $pipes[1]];
    }, $commands);
    while (is_file(HOLD)) { // until the first that may not work has ended
        usleep(10_000);
        array_filter($running, fn($one) => ! proc_get_status($one[0])['running']) && unlink(HOLD);
    }

    return array_map(function (array $one): string {
        $printed = trim((string) stream_get_contents($one[1]));
        proc_close($one[0]);

        return $printed;
    }, $running);
}

/** What was done since the last call: every piece of work has ended before the next one began. */
function journal(): array
{
    static $read = 0;
    $lines = array_slice(file(getenv('APP_FOLDER') . '/journal', FILE_IGNORE_NEW_LINES), $read);
    $read += count($lines);
    $done = [];
    for ($n = 0; $n < count($lines); $n += 2) {
        $done[] = $what = substr($lines[$n], strlen('begin '));
        if ([$lines[$n], $lines[$n + 1] ?? ''] !== ["begin $what", "end $what"]) {
            throw new RuntimeException("two at once:\n" . implode("\n", $lines));
        }
    }

    return $done;
}

/** @param list<string> $expected */
function tell(string $what, array $found, array $expected): void
{
    sort($found);
    echo "$what: ", implode(', ', $found), "\n";
    if ($found !== $expected) {
        throw new RuntimeException('that should have been: ' . implode(', ', $expected));
    }
}

mkdir(dirname(HOLD));
touch(HOLD);
tell('A command, twice at once, neither waits', artisan(['import'], ['import']), ['another process imports', 'imported']);
tell('  done', journal(), ['import']);
tell('A command, twice at once, both wait', artisan(['import', '--wait=20'], ['import', '--wait=20']), ['imported', 'imported']);
tell('  done', journal(), ['import', 'import']);

touch(HOLD);
artisan(['schedule:run'], ['schedule:run']);
tell('A schedule, by two servers at once', journal(), ['clean up']);

artisan(['report', 'May'], ['report', 'May'], ['report', 'June']);
artisan(['queue:work', '--stop-when-empty', '--sleep=0'], ['queue:work', '--stop-when-empty', '--sleep=0']);
// One that found the other's report under way put its own back for a second.
$done = journal();
for ($tries = 0; count($done) < 2 && $tries < 50; $tries++) {
    artisan(['queue:work', '--once', '--sleep=0.2']);
    array_push($done, ...journal());
}
tell('Jobs, one of them dispatched twice, by two workers', $done, ['report June', 'report May']);
