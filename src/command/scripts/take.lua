-- How a waiter takes an exclusive lock. A part of wait.lua and look_after_seats.lua, behind seats.lua and draw.lua.
-- KEYS[5] counter of fencing tokens, if fenced   ARGV token, seat_life, ttl, fence_life (ms)
local wakes = 1 -- how many sleepers a waiter wakes for its seat when it has taken the lock
local sits_beside = false -- whether a woken waiter lets another one go first that has come to its seat
local waits_for_other = false -- whether a woken waiter lets another one sit down first that was woken at the same time

-- Returns whether this waiter goes before its elder.
local function passes(_, is_elder_late)
  return is_elder_late
end

-- Returns in how many ms the lock may be free. -1: it has no expiry. -2: it is free.
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
  local done, fence, failure = pcall(draw, KEYS[5], ARGV[4])
  if done and fence then
    return { 'taken', fence }
  end
  give_back()
  error(failure or redis.error_reply(fence.err or fence))
end
