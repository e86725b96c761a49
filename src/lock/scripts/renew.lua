-- Makes the lease last for ttl from now if the lock is ours, and has the server tell this connection of changes.
-- KEYS lock   ARGV token, ttl in ms (0: only look)
-- 1: expires in ttl from now, or later   0: not ours, left alone
if not ours then
  return 0
end
if ARGV[2] ~= '0' then
  prolong(ARGV[2])
end
redis.call('PTTL', KEYS[1]) -- client tracking watches what was read, and a write has ended that
return 1
