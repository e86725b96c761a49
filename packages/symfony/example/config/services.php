<?php

use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;

return static function (ContainerConfigurator $container): void {
    $container->services()->defaults()->autowire()->autoconfigure()
        ->load('App\\Command\\', __DIR__.'/../src/Command/');
};
