-- How wait.lua takes an exclusive lock. seize(): the reply to that, an error reply, or nil if another client has it.
-- give_back(): as if it had not been taken. passes(note): whether that waiter, our elder, loses nothing if we go first.
-- could_take(note): whether it could have taken the lock.
local can_join, calls_two, next_end = false, false, nil

local function passes()
  return false
end

local function could_take()
  return true -- if we can
end

local function give_back()
  redis.call('DEL', KEYS[1])
end

local function seize()
  if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[3]) then
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
  return failure or redis.error_reply(fence.err or fence)
end
