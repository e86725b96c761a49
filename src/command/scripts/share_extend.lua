-- Makes our lease last for ttl from now if it has not ended. The command may be late, and the lease
-- longer. So it ends sooner only if ARGV[3] asks for that: the client counts on no longer one then.
-- KEYS lock   ARGV token, ttl in ms, anything more if a longer lease is to end sooner, weight
-- 1: ends in ttl from now, or later   0: not ours, left alone
if not ours then
  return 0
end
local at = math.max(ARGV[4] and 0 or ends + 1, now + ARGV[2]) -- later, as in claim.lua
local at_of_key = math.max(at, last_end_of_others() or 0)
local lasts = string.format('%.0f', at)
redis.call('PEXPIREAT', KEYS[1], lasts, 'GT')
redis.call('ZADD', KEYS[1], lasts, member) -- not first: after a write, OOM does not refuse it
if left ~= -1 then -- no expiry, which another client has removed, is longer
  expire_at(at_of_key)
end
return 1
