-- The head of the scripts of shared locks and semaphores. KEYS[1] is a sorted set of its holders, each by the server's time in ms
-- at which its lease ends; it expires with the last, in that very ms. A holder is "weight:token". One without a name counts, below
-- zero, the permits that others have beyond one each, so that nobody has to look at all of them. The last of ARGV is our weight.
-- Numbers go to the server as text where they can: it writes one out for more than it asks for a command.
local member = ARGV[#ARGV] .. ':' .. ARGV[1]

local function permits_beyond_one(member)
  return (tonumber(string.match(member, '^(%d+):')) or 1) - 1
end

-- Counts permits beyond one that are taken (or given back, if less than 0).
local function count_beyond_one(permits)
  if permits ~= 0 and tonumber(redis.call('ZINCRBY', KEYS[1], -permits, '')) >= 0 then
    redis.call('ZREM', KEYS[1], '')
  end
end

-- Has the key expire with the last of its holders.
local function expire_with_the_last()
  local last = redis.call('ZREVRANGE', KEYS[1], '0', '0', 'WITHSCORES')
  local at = tonumber(last[2])
  if at and at <= 0 then
    redis.call('DEL', KEYS[1]) -- nothing but a count
  elseif at then
    at = math.ceil(math.min(at, 1e15)) -- whatever time another client has written
    redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', at))
  end
end

local function server_time()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Takes us out, if we are there; `ends`: when our lease ends, if that is known.
local function leave(ends)
  local expires = redis.call('PEXPIRETIME', KEYS[1])
  if redis.call('ZREM', KEYS[1], member) == 1 then
    count_beyond_one(1 - ARGV[#ARGV])
    if not ends or expires <= ends then -- ours was the last, or the key does not expire
      expire_with_the_last()
    end
  end
end
