-- How wait.lua takes an exclusive lock. seize(): the reply to that; nil: somebody has it; an error reply or an error: it is not taken.
-- give_back(): as if it had not been taken. call(): calls the next in line, as the head. A lock that is held cannot be joined (`can_join`).
local can_join, comes_late, next_end = false, false, nil

local function give_back()
  redis.call('DEL', KEYS[1])
end

local function seize()
  if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return nil
  end
  if not KEYS[7] then
    return {}
  end
  local done, fence, failure = pcall(draw, KEYS[7], ARGV[4])
  if done and fence then
    return { fence }
  end
  give_back()
  return failure or redis.error_reply(fence.err or fence)
end

local function call()
  call_next(KEYS[3], ARGV[1], ARGV[3])
end
