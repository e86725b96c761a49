-- Takes the lock, or keeps it if it is ours already, and draws a fencing token in the same step.
-- KEYS lock, fence   ARGV token, ttl in ms, life of the fence in ms
-- {f}: ours for ttl from now, with fence f   n: somebody else's for n more ms   -1: somebody else's, without expiry
if holder and not ours then
  return redis.call('PTTL', KEYS[1])
end
-- The clock alone would stand still within a microsecond and can be set back; a counter alone can be lost. So the
-- greater of the two. An attempt whose reply was lost has drawn one that nobody saw: this one is greater.
local time = redis.call('TIME')
local fence = time[1] * 1000000 + time[2]
local last = tonumber(redis.call('GET', KEYS[2]))
if last and last >= fence then
  if last > 9007199254740990 then -- Lua counts no further
    return redis.error_reply('ERR the counter of fencing tokens is too high: delete it, or set it to the last one')
  end
  fence = last + 1
end
redis.call('SET', KEYS[2], string.format('%.0f', fence), 'PX', ARGV[3])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return { fence }
