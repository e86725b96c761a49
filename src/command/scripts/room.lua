local holders, beyond_one = 0, 0

local function text_of_count()
  return string.format('%.0f', -(beyond_one * ONE_BEYOND + holders))
end

-- Takes those out whose leases have ended, and counts holders and permits; true if the set was changed.
local function sweep()
  local dead = redis.call('ZREMRANGEBYSCORE', KEYS[1], '0', now)
  holders = redis.call('ZCARD', KEYS[1]) - (count and 1 or 0)
  if not count then
    return dead > 0
  end
  if -count % ONE_BEYOND == holders then
    beyond_one = math.floor(-count / ONE_BEYOND)
    return dead > 0
  end
  for _, one in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '0', '+inf')) do
    beyond_one = beyond_one + (tonumber(string.match(one, '^(%d+):')) or 1) - 1
  end
  if beyond_one > 0 then
    redis.call('ZADD', KEYS[1], text_of_count(), '')
  else
    redis.call('ZREM', KEYS[1], '')
  end
  return true
end

-- How many permits are taken.
local function taken()
  return holders + beyond_one
end

-- enter(ttl, permits): nil: ours for ttl from now, or longer. n: not, and the next lease ends in n ms. -1: not, without expiry: a
-- sorted set that never expires is none of ours. An error reply: not, and the set is as it was.
local function enter(ttl, permits)
  if is_other or left == -1 and not ends then
    return left
  end
  if left ~= -2 and sweep() then
    left = redis.call('PTTL', KEYS[1])
  end
  local weight = tonumber(ARGV[#ARGV])
  if not ours then
    if is_symfonys_writer then
      return left
    end
    if left ~= -2 and permits > 0 and taken() + weight > permits then
      local next = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf', 'WITHSCORES', 'LIMIT', '0', '1')
      return next[2] and next[2] - now or left
    end
    holders, beyond_one = holders + 1, beyond_one + weight - 1
  end
  -- Later than before in any case, for a change of kind that comes late to see (upgrade.lua).
  local lasts = string.format('%.0f', math.max(ours and ends + 1 or 0, now + ttl))
  local done, failure = pcall(function()
    if beyond_one > 0 then
      redis.call('ZADD', KEYS[1], lasts, member, text_of_count(), '')
    else
      redis.call('ZADD', KEYS[1], lasts, member)
    end
    if left == -2 then
      redis.call('PEXPIREAT', KEYS[1], lasts)
    else
      redis.call('PEXPIREAT', KEYS[1], lasts, 'GT') -- later only, and not if somebody took the expiry away
    end
  end)
  if not done then -- this user may not
    if left == -2 then
      redis.call('DEL', KEYS[1])
    elseif not ours then
      redis.call('ZREM', KEYS[1], member)
    end
    return redis.error_reply(failure.err or failure)
  end
end
