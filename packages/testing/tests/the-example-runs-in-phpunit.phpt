--TEST--
The example of docs/testing.md runs in PHPUnit without the extension, and fails when the code locks nothing
--FILE--
<?php
require __DIR__ . '/../../../php-tests/inc/bootstrap.php';

$run = <<<'PHP'
    require getenv('REDISLOCK_FRAMEWORK') . '/autoload.php';
    require 'PHPUnit/Autoload.php';
    foreach (['FakeServer', 'FakeRedisLockHolder', 'FakeRedisLock', 'FakesRedisLocks'] as $class) {
        require "$argv[1]/src/$class.php";
    }
    RedisLock\Testing\FakeRedisLock::replaceRedisLock();
    eval('?>' . strtr(file_get_contents("$argv[1]/example/Checkout.php"), ['declare(strict_types=1);' => '', ...($argv[2] ?? '') === '' ? [] : [$argv[2] => $argv[3]]]));
    exit((new PHPUnit\TextUI\Application())->run(['phpunit', '--no-configuration', '--colors=never', '--do-not-cache-result', "$argv[1]/example/CheckoutTest.php"]));
    PHP;

foreach (['as it is' => [], 'without a lock' => ['"order:$order"', 'bin2hex(random_bytes(4))']] as $how => $change) {
    $child = PhpChild::run(['-d', 'error_reporting=E_ALL & ~E_DEPRECATED', '-r', $run, '--', dirname(__DIR__), ...$change], extensions: [], mergeErrors: true);
    $output = $child->finish();
    preg_match('/^(OK \(.*\)|Tests: .*)$/m', $output, $sum) || print $output;
    say($how, [$child->exitCode, $sum[1] ?? null]);
}
?>
--EXPECTF--
as it is: [0,"OK (4 tests, %d assertions)"]
without a lock: [1,"Tests: 4, Assertions: %d, Failures: 3."]
