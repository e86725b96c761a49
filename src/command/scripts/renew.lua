-- Makes the lease last for ttl from now if the lock is ours, and has the server tell this connection of changes.
-- KEYS lock   ARGV token, ttl in ms (0: only look)
-- 1: expires in ttl from now, later, or never   0: nobody's   -1: somebody else's, left alone
if not ours then
  return holder and -1 or 0
end
local ttl, left = tonumber(ARGV[2]), redis.call('PTTL', KEYS[1])
if left ~= -1 and left < ttl then -- -1, no expiry, is more
  redis.call('PEXPIRE', KEYS[1], ttl)
end
redis.call('PTTL', KEYS[1]) -- client tracking watches what was read, and a write has ended that
return 1
