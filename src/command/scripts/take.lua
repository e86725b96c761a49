-- How wait.lua takes an exclusive lock. seize(): the reply to that, an error reply, or nil: somebody has it. give_back(): as if it had
-- not been. call(): calls the next in line, as the head. A lock that is held cannot be joined (`can_join`).
local can_join, comes_late, next_end = false, false, nil

local function seize()
  if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return nil
  end
  if not KEYS[7] then
    return {}
  end
  local fence, failure = draw(KEYS[7], ARGV[4])
  return failure or { fence }
end

local function give_back()
  redis.call('DEL', KEYS[1])
end

local function call()
  call_next(KEYS[3], ARGV[1], ARGV[3])
end
