-- Starts the lease anew if the lock is ours, and has the server tell this connection of changes from now on.
-- KEYS lock   ARGV token, ttl in ms
-- 1: expires in ttl from now   0: not ours, left alone
if not ours then
  return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PTTL', KEYS[1]) -- client tracking watches what was read, and the write above has ended that
return 1
