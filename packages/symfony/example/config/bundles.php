<?php

return [
    Symfony\Bundle\FrameworkBundle\FrameworkBundle::class => ['all' => true],
    RedisLock\Symfony\RedisLockBundle::class => ['all' => true],
];
