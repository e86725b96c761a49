-- Makes the lease last for ttl from now if the lock is ours. It may come long after its sender has given it up, when the
-- lease is a longer one: so that ends sooner only for who asks for it, and counts on no longer one meanwhile.
-- KEYS lock   ARGV token, ttl in ms, and anything more if a longer lease is to end sooner
-- 1: expires in ttl from now, later, or never   0: not ours, left alone
if not ours then
  return 0
end
local left = redis.call('PTTL', KEYS[1])
if left == -1 and not ARGV[3] then
  redis.call('PERSIST', KEYS[1]) -- somebody took the expiry away: one that comes late would be a shorter lease
else
  redis.call('PEXPIRE', KEYS[1], math.max(ARGV[3] and 0 or left + 1, ARGV[2])) -- why it ends later says claim.lua
end
return 1 -- in any case after a write, which a replica refuses
