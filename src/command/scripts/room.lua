-- Takes those out whose leases have ended; true if there was one.
local function sweep()
  if beyond_one == 0 then
    return redis.call('ZREMRANGEBYSCORE', KEYS[1], '0', now) > 0
  end
  local dead = redis.call('ZRANGEBYSCORE', KEYS[1], '0', now)
  if not dead[1] then
    return false
  end
  local given_back = 0
  for _, one in ipairs(dead) do
    given_back = given_back + permits_beyond_one(one)
  end
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '0', now)
  count_beyond_one(-given_back)
  beyond_one = beyond_one - given_back
  return true
end

-- How many permits are taken.
local function taken()
  return redis.call('ZCARD', KEYS[1]) + (beyond_one > 0 and beyond_one - 1 or 0)
end

-- enter(ttl, permits): nil: ours for ttl from now, or longer. n: not, and the next lease ends in n ms. -1: not, without expiry: a
-- sorted set that never expires is none of ours. An error reply: not, and no such set is left behind.
local function enter(ttl, permits)
  if is_other or left == -1 and not ends then
    return left
  end
  if left ~= -2 and sweep() then
    left = redis.call('PTTL', KEYS[1])
  end
  local beyond_one_of_ours = 0
  if not ours then
    if is_symfonys_writer then
      return left
    end
    local weight = tonumber(ARGV[#ARGV])
    if left ~= -2 and permits > 0 and taken() + weight > permits then
      local next = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf', 'WITHSCORES', 'LIMIT', '0', '1')
      return next[2] and next[2] - now or left
    end
    beyond_one_of_ours = weight - 1
  end
  local lasts = string.format('%.0f', math.max(ours and ends or 0, now + ttl))
  local done, failure = pcall(function()
    redis.call('ZADD', KEYS[1], lasts, member)
    count_beyond_one(beyond_one_of_ours)
    if left == -2 then
      redis.call('PEXPIREAT', KEYS[1], lasts)
    else
      redis.call('PEXPIREAT', KEYS[1], lasts, 'GT') -- later only, and not if somebody took the expiry away
    end
  end)
  if not done then -- this user may not
    if left == -2 then
      redis.call('DEL', KEYS[1])
    end
    return redis.error_reply(failure.err or failure)
  end
end
