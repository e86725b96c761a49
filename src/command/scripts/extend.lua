-- Makes our lease last for ttl from now if it has not ended. It may come long after its sender has given it up, when the lease is a
-- longer one: so that ends sooner only for who asks for it, and counts on no longer one meanwhile.
-- KEYS lock   ARGV token, ttl in ms, anything more if a longer lease is to end sooner, weight
-- 1: ends in ttl from now, or later   0: not ours, left alone
if not ours then
  return 0
end
local shortens = ARGV[4]
redis.call('ZADD', KEYS[1], math.max(shortens and 0 or ends, now + ARGV[2]), member)
if left ~= -1 then -- somebody took the expiry away: that is longer
  expire_with_the_last()
end
return 1
