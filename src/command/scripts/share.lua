-- The head of the scripts of shared locks and semaphores. KEYS[1] is a sorted set of its holders, each by the server's time in ms
-- at which its lease ends; it expires with the last. A holder is "weight:token". One without a name counts, below zero, the
-- permits that others have beyond one each, so that nobody has to look at all of them.
-- `left`: how long the key lives; `ends`: when the lease of ARGV[1] ends, if it is there; `ours`: it has not ended; `is_other`: the
-- key is no sorted set, but somebody else's lock. The last of ARGV is our weight. Any other error says nothing about the holders
-- and is passed on.
local member = ARGV[#ARGV] .. ':' .. ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = redis.call('PTTL', KEYS[1])
local ends = left ~= -2 and redis.pcall('ZSCORE', KEYS[1], member)
local is_other = type(ends) == 'table'
if is_other and not string.find(ends.err, 'WRONGTYPE', 1, true) then
  return ends
end
ends = not is_other and tonumber(ends)
local ours = ends and ends > now

local function permits_beyond_one(member)
  return (tonumber(string.match(member, '^%d+:') and string.match(member, '^%d+')) or 1) - 1
end

-- Counts permits beyond one that are taken (or given back, if less than 0).
local function count_beyond_one(permits)
  if permits ~= 0 and tonumber(redis.call('ZINCRBY', KEYS[1], -permits, '')) >= 0 then
    redis.call('ZREM', KEYS[1], '')
  end
end

-- Has the key expire with the last of its holders.
local function expire_with_the_last()
  local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if last[1] and tonumber(last[2]) <= 0 then -- nobody's permits, or another client's idea of a time
    redis.call('DEL', KEYS[1])
  elseif last[1] then
    redis.call('PEXPIREAT', KEYS[1], math.ceil(math.min(last[2], 1e15)))
  end
end

local function leave()
  if redis.call('ZREM', KEYS[1], member) == 1 then
    count_beyond_one(-permits_beyond_one(member))
    expire_with_the_last()
  end
end
