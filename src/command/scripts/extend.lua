-- Makes our lease last for ttl from now if it has not ended. It may come long after its sender has given it up, when the lease is a
-- longer one: so that ends sooner only for who asks for it, and counts on no longer one meanwhile.
-- KEYS lock   ARGV token, ttl in ms, anything more if a longer lease is to end sooner, weight
-- 1: ends in ttl from now, or later   0: not ours, left alone
if not ours then
  return 0
end
local at = math.max(ARGV[4] and 0 or ends + 1, now + ARGV[2]) -- why it ends later says claim.lua
local at_of_key = math.max(at, last_end_of_others() or 0)
local lasts = string.format('%.0f', at)
redis.call('PEXPIREAT', KEYS[1], lasts, 'GT')
redis.call('ZADD', KEYS[1], lasts, member) -- not first: a server that is out of memory refuses that, but not amid a script
if left ~= -1 then -- somebody took the expiry away: that is longer
  expire_at(at_of_key)
end
return 1
