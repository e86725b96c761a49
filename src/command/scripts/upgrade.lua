-- Turns our share into the lock if no other holder has one; if we have none, claim.lua goes on. The
-- first command moves the end of our share by a random time. The second one names this end, and
-- until when it may run. So a late one changes nothing, and no later claim of this token ends.
-- KEYS lock   ARGV token, ttl in ms, by how many ms to move the end
-- To change: token, ttl in ms, until when, and the end of our share, in ms by the server's clock
-- {now, ends}: it may become the lock, and ends then   'n': others have shares, the last for n ms
-- n: the second command found no share, and another owner for n more ms   -2: the lock is free
local ends = type(holder) == 'table' and redis.pcall('ZSCORE', KEYS[1], '1:' .. ARGV[1])
if type(ends) == 'string' then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  ends = tonumber(ends)
  if ends > now then
    local left = redis.call('PTTL', KEYS[1])
    if redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf') > 1 then
      return tostring(left)
    end
    if not ARGV[4] then
      ends = ends + ARGV[3]
      redis.call('ZADD', KEYS[1], string.format('%.0f', ends), '1:' .. ARGV[1])
      redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', ends), 'GT')
    end
    if not ARGV[4] or now > tonumber(ARGV[3]) or ends ~= tonumber(ARGV[4]) then
      return { now, ends }
    end
    return redis.call('SET', KEYS[1], ARGV[1], 'PX', math.max(left + 1, ARGV[2])) -- see claim.lua
  end
end
if ARGV[4] then
  return redis.call('PTTL', KEYS[1])
end
