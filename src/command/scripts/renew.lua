-- Makes the lease last for ttl from now if the lock is ours, and has the server track the key.
-- KEYS lock   ARGV token, ttl in ms (0: only look)
-- 1: expires in ttl from now, later, or never   0: the lock is free   -1: another's, left alone
if not ours then
  return holder and -1 or 0
end
local ttl, left = tonumber(ARGV[2]), redis.call('PTTL', KEYS[1])
if left ~= -1 and left < ttl then -- -1, no expiry, is more
  redis.call('PEXPIRE', KEYS[1], ttl)
end
redis.call('PTTL', KEYS[1]) -- again, because a write has ended the server's tracking
return 1
