-- Takes those out whose leases have ended; true if there was one.
local function sweep()
  local dead = redis.call('ZRANGEBYSCORE', KEYS[1], 0, now)
  if not dead[1] then
    return false
  end
  local beyond_one = 0
  for _, one in ipairs(dead) do
    beyond_one = beyond_one + permits_beyond_one(one)
  end
  redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now)
  count_beyond_one(-beyond_one)
  return true
end

-- How many permits are taken.
local function taken()
  local beyond_one = tonumber(redis.call('ZSCORE', KEYS[1], '') or nil)
  return redis.call('ZCARD', KEYS[1]) - (beyond_one and beyond_one + 1 or 0)
end

-- enter(ttl, permits): nil: ours for ttl from now, or longer. n: not, and the next lease ends in n ms. -1: not, without expiry: a
-- sorted set that never expires is none of ours, and in one with this member Symfony has an exclusive lock.
-- An error reply: not, and no set without expiry is left behind.
local function enter(ttl, permits)
  if is_other or left == -1 and not ends or left ~= -2 and not ours and redis.call('ZSCORE', KEYS[1], '__write__') then
    return left
  end
  if left ~= -2 and sweep() then
    left = redis.call('PTTL', KEYS[1])
  end
  if not ours then
    local beyond_one = permits_beyond_one(member)
    if permits > 0 and taken() + 1 + beyond_one > permits then
      local next = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
      return next[2] and next[2] - now or left
    end
    count_beyond_one(beyond_one)
  end
  local reply = redis.pcall('ZADD', KEYS[1], math.max(ours and ends or 0, now + ttl), member)
  if type(reply) == 'number' and left < ttl and not (left == -1 and ends) then
    reply = redis.pcall('PEXPIRE', KEYS[1], ttl)
  end
  if type(reply) == 'table' then -- this user may not
    if left == -2 then
      redis.call('DEL', KEYS[1])
    end
    return reply
  end
end
