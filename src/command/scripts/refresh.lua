-- Makes the lease last for ttl from now if the lock is ours. It may come long after its sender has given it up, when the
-- lease is a longer one: so that ends sooner only for who asks for it, and counts on no longer one meanwhile.
-- KEYS lock   ARGV token, ttl in ms, and anything more if a longer lease is to end sooner
-- 1: expires in ttl from now, or later   0: not ours, left alone
if not ours then
  return 0
end
local least = ARGV[3] and 0 or redis.call('PTTL', KEYS[1]) -- -1: no expiry
return redis.call('PEXPIRE', KEYS[1], math.max(least, ARGV[2])) -- in any case a write, which a replica refuses
