<?php

declare(strict_types=1);

// Symfony's coding standard. tests/style.sh runs this.
return (new PhpCsFixer\Config())
    ->setRules(['@Symfony' => true])
    ->setUsingCache(false)
    ->setUnsupportedPhpVersionAllowed(true)
    ->setFinder(PhpCsFixer\Finder::create()->in([__DIR__ . '/src', __DIR__ . '/suites', __DIR__ . '/example']));
