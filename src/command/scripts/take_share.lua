-- How wait.lua takes a share, as take.lua says. Any number of readers may go in: each that does wakes two, so that a crowd is in
-- after as many steps as two times two times two makes it. `next_end`: in how many ms the next lease ends.
local permits = tonumber(ARGV[#ARGV - 1])
local can_join, calls_two, next_end = true, permits == 0, nil

local function weight_of(waiter)
  return tonumber(string.match(waiter, '^%d+'))
end

local function passes(elder)
  return permits == 0 and weight_of(elder) > 0
end

local function could_take(elder)
  local failure = look()
  if failure or left == -2 then
    return not failure
  end
  local weight = weight_of(elder)
  if is_other or weight == 0 then
    return false
  end
  sweep()
  return permits == 0 or taken() + weight <= permits
end

local function seize()
  local failure = look()
  if failure then
    return failure
  end
  -- Before the first write, because a counter of another type ends the script here.
  local fence = KEYS[5] and tonumber(redis.call('GET', KEYS[5]) or nil)
  next_end = enter(tonumber(ARGV[3]), permits)
  if type(next_end) == 'table' then
    return next_end
  end
  if next_end then
    return nil
  end
  return fence and { 'taken', fence } or { 'taken' }
end

local function give_back()
  leave(nil, score_of_count(redis.call('ZSCORE', KEYS[1], '')))
end
