-- Counts the holders of a set, and their permits. Behind share_prelude.lua and share_state.lua,
-- after look().
local holders, extra_permits = 0, 0
local must_sweep = true

local function text_of_count()
  return string.format('%.0f', -(extra_permits * EXTRA_PERMIT + holders))
end

-- Counts all holders, also those whose leases have ended. Returns false if '' has another number.
local function count_all()
  holders, extra_permits = redis.call('ZCARD', KEYS[1]) - (count and 1 or 0), 0
  if not count then
    return true
  end
  extra_permits = math.floor(-count / EXTRA_PERMIT)
  return -count % EXTRA_PERMIT == holders
end

-- Removes the holders whose leases have ended, and counts. Returns whether the set was changed.
local function sweep()
  local dead = redis.call('ZREMRANGEBYSCORE', KEYS[1], '0', now)
  if count_all() then
    return dead > 0
  end
  extra_permits = 0
  for _, one in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '0', '+inf')) do
    extra_permits = extra_permits + (tonumber(string.match(one, '^(%d+):')) or 1) - 1
  end
  if extra_permits > 0 then
    redis.call('ZADD', KEYS[1], text_of_count(), '')
  else
    redis.call('ZREM', KEYS[1], '')
  end
  return true
end

-- Returns how many permits are taken.
local function taken()
  return holders + extra_permits
end

-- Returns when the first lease ends, or has ended.
local function first_end()
  local first = redis.call('ZRANGEBYSCORE', KEYS[1], '0', '+inf', 'WITHSCORES', 'LIMIT', '0', '1')
  return tonumber(first[2] or nil)
end

-- Returns the ms until there may be room for a holder of this weight. nil: there is room. -1: there
-- is no such time, because a sorted set that never expires is another client's.
local function until_room(permits, weight)
  if is_other or left == -1 and not ends then
    return left
  end
  local room_at -- when the first lease ends
  if left == -2 then
    return nil
  elseif permits > 0 and (ours or not ends) and not is_symfonys_writer and count_all() then
    if taken() + weight <= permits then
      return nil -- even beside holders whose leases have ended
    end
    room_at = first_end()
  end
  local is_known = room_at and room_at > now -- no lease has ended
  if not is_known and (must_sweep or count) and sweep() then
    left = redis.call('PTTL', KEYS[1])
  end
  if is_symfonys_writer then
    return left
  end
  if left == -2 or permits == 0 or taken() + weight <= permits then
    return nil
  end
  if not is_known then
    room_at = first_end()
  end
  return room_at and room_at - now or left
end
