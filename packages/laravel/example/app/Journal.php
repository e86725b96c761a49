<?php

declare(strict_types=1);

namespace App;

/** Stands for work that must not be done twice at once, and keeps a record of it. While a file `hold` is there it does not end. */
final class Journal
{
    public static function work(string $what): void
    {
        self::write("begin $what");
        do {
            usleep(200_000);
            clearstatcache();
        } while (is_file(getenv('APP_FOLDER') . '/hold'));
        self::write("end $what");
    }

    private static function write(string $line): void
    {
        file_put_contents(getenv('APP_FOLDER') . '/journal', "$line\n", FILE_APPEND);
    }
}
