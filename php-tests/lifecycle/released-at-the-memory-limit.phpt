--TEST--
A lock is released after the memory limit was hit, also within a call that throws
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/endings.php';

end_while_holding("str_repeat(\"x\", 1 << 28);", ["memory_limit" => "16M"]);

// Some versions of PHP report the limit by their interrupt flag, which a call that throws also serves.
echo "in a call:\n";
end_while_holding(<<<'PHP'
    $other = new RedisLock('k', wait: 0.0, server: $GLOBALS['argv'][1]);
    while (true) {
        try {
            $other->synchronized(fn() => 1);
        } catch (RedisLockTimeoutException $exception) {
            $kept[] = $exception->getMessage();
        }
    }
    PHP, ["memory_limit" => "4M"]);
?>
--EXPECTF--
outside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Allowed memory size of 16777216 bytes exhausted%S (tried to allocate %d bytes) in Command line code on line 1"
  exit code: 255
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Allowed memory size of 16777216 bytes exhausted%S (tried to allocate %d bytes) in Command line code on line 1"
  exit code: 255
  key after its end: 0
in a call:
outside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Allowed memory size of 4194304 bytes exhausted%S (tried to allocate %d bytes) in Command line code on line %d"
  exit code: 255
  key after its end: 0
inside of synchronized(): "held"
  key while it runs: 1
  said: "Fatal error: Allowed memory size of 4194304 bytes exhausted%S (tried to allocate %d bytes) in Command line code on line %d"
  exit code: 255
  key after its end: 0
