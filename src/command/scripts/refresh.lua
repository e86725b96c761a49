-- Makes the lease last for ttl from now if the lock is ours. The command may be late, and the lease
-- longer. So it ends sooner only if ARGV[3] asks for that: the client counts on no longer one then.
-- KEYS lock   ARGV token, ttl in ms, and anything more if a longer lease is to end sooner
-- 1: expires in ttl from now, later, or never   0: not ours, left alone
if not ours then
  return 0
end
local left = redis.call('PTTL', KEYS[1])
if left == -1 and not ARGV[3] then
  redis.call('PERSIST', KEYS[1]) -- no expiry, which another client removed, is longer
else
  redis.call('PEXPIRE', KEYS[1], math.max(ARGV[3] and 0 or left + 1, ARGV[2])) -- as in claim.lua
end
return 1 -- always after a write, which a replica refuses
