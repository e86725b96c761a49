-- Takes the lock, or keeps it if it is ours already, with a new fencing token in the same step.
-- KEYS lock, fence   ARGV token, ttl in ms, life of the fence in ms
-- {f}: ours for ttl from now, or longer, with fence f   n: another owner's for n more ms
-- -1: another owner's, without expiry
if holder and not ours then
  return redis.call('PTTL', KEYS[1])
end
local fence, failure = next_fence(KEYS[2], ARGV[3])
if failure then
  return failure
end
local left = ours and redis.call('PTTL', KEYS[1]) or -2
if left ~= -1 then -- a longer lease stays; -1, no expiry, is longer. Later as in claim.lua
  redis.call('SET', KEYS[1], ARGV[1], 'PX', math.max(left + 1, ARGV[2]))
end
return { fence }
