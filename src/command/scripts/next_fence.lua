-- next_fence(counter, life) returns the next fencing token, or nil and an error.
-- The clock stands still within a microsecond, and can be set back. A counter can be lost. So the
-- token is the greater of the two. It is also greater than that of an attempt whose reply was lost.
local function next_fence(counter, life)
  local time = redis.call('TIME')
  local fence = time[1] * 1000000 + time[2]
  local last = tonumber(redis.call('GET', counter))
  if last and last >= fence then
    if last > 9007199254740990 then -- Lua counts no further
      return nil, redis.error_reply('ERR the counter of fencing tokens is too high: delete it, or set it to the last one')
    end
    fence = last + 1
  end
  redis.call('SET', counter, string.format('%.0f', fence), 'PX', life)
  return fence
end
