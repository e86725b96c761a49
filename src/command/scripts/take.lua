-- Takes an exclusive lock for wait.lua and look_after_seats.lua. Behind next_fence.lua and
-- seats.lua.
-- KEYS[5] counter of fencing tokens, if fenced   ARGV token, seat_life, ttl, fence_life (ms)
local wakes = 1 -- the number of sleepers that a waiter wakes for its seat when it has the lock
local sits_beside = false -- true: a woken waiter goes beside an older one on its seat
local waits_for_other = false -- true: a woken waiter lets the other woken one sit down first

-- Returns whether this waiter goes before its elder.
local function passes(_, is_elder_late)
  return is_elder_late
end

-- Returns the ms until the lock may be free. -1: it has no expiry. -2: it is free.
local function until_free()
  return redis.call('PTTL', lock)
end

local function give_back()
  redis.call('DEL', lock)
end

-- Returns the reply, or nil if another client holds the lock.
local function take()
  if not redis.call('SET', lock, ARGV[1], 'NX', 'PX', ARGV[3]) then
    return nil
  end
  if not KEYS[5] then
    return { 'taken' }
  end
  local done, fence, failure = pcall(next_fence, KEYS[5], ARGV[4])
  if done and fence then
    return { 'taken', fence }
  end
  give_back()
  error(failure or redis.error_reply(fence.err or fence))
end
