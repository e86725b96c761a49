<?php

declare(strict_types=1);

use OpenTelemetry\SDK\Sdk;
use RedisLock\OpenTelemetry\Spans;

if (class_exists(Sdk::class) && Sdk::isInstrumentationDisabled(Spans::NAME)) {
    return;
}

Spans::register();
