<?php

declare(strict_types=1);

// with-servers.php                          the kinds of servers, a line each: the name, a tab, the program (a name of fetch.sh, or `stable`)
// with-servers.php KIND PROGRAM COMMAND...  starts servers of that kind, and runs the command; Kind::current() there knows them

require __DIR__ . '/inc/bootstrap.php';

if ($argc < 4) {
    foreach (kinds() as $name => ['program' => $program]) {
        echo "$name\t$program\n";
    }
    exit($argc > 1 ? 2 : 0);
}
[, $name, $program] = $argv;
$kind = kinds()[$name] ?? exit("there is no kind of server \"$name\"\n");
$start = now();
try {
    $deployment = $kind['start']($program);
} catch (Throwable $exception) {
    echo "$name does not start: {$exception->getMessage()}\n";
    exit(1);
}
$deployment->name = $name;
if (preg_match($kind['version'], $deployment->version()) !== 1) {
    echo "$name is {$deployment->version()}\n";
    exit(1);
}
printf("%s: %s, up after %.1f s\n", $name, $deployment->version(), now() - $start);
$process = proc_open(array_slice($argv, 3), [], $pipes, null, $deployment->kind()->exported() + getenv())
    ?: throw new RuntimeException("cannot start $argv[3]");
exit(proc_close($process));
