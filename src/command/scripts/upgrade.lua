-- Our share of the lock, if nobody else has one, becomes the lock; claim.lua says what follows if we have none. Not on a quorum: what
-- some of its servers did would have to be undone, and the share would be gone with it.
-- KEYS lock   ARGV token, ttl in ms
-- 'n': others have shares beside ours, and the last of them ends in n ms
local ends = type(holder) == 'table' and redis.pcall('ZSCORE', KEYS[1], '1:' .. ARGV[1])
if type(ends) == 'string' then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if tonumber(ends) > now then
    local left = redis.call('PTTL', KEYS[1])
    if redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf') > 1 then
      return tostring(left)
    end
    return redis.call('SET', KEYS[1], ARGV[1], 'PX', math.max(left, ARGV[2]))
  end
end
