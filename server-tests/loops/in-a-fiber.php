<?php

/** Runs a test in a fiber of Revolt's loop, beside a ticker: for auto_prepend_file. */

require_once __DIR__ . '/../../php-tests/inc/time.php';
require_once __DIR__ . '/../../php-tests/inc/revolt.php';

class_exists(Revolt\EventLoop::class);
Revolt\EventLoop::queue(static function (): void {
    $ticker = Revolt\EventLoop::repeat(0.01, static function (): void {});
    try {
        require $_SERVER['SCRIPT_FILENAME'];
    } finally {
        Revolt\EventLoop::cancel($ticker);
    }
});
Revolt\EventLoop::run();
exit;
