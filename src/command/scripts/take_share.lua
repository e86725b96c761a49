-- How wait.lua takes a share: as take.lua says, and while others have theirs. Then `next_end` is in how many ms the next lease ends.
-- Who has taken a share of a lock without bound calls two: with each of them taking its own, all who may come in do so in as many
-- steps as twice two times two makes them. '+' stands for a head that has its share: who is called by it is the head of those who
-- are left, so that who comes late of the two finds nobody in its place but one who has to wait, and stood behind it in line: it
-- takes its share all the same, and calls nobody to do the same.
local permits = tonumber(ARGV[#ARGV - 1])
local can_join, next_end = true, nil
local comes_late = permits == 0 and ARGV[5] == 'called' and ARGV[6] == '+'

local function seize()
  local failure = look()
  if failure then
    return failure
  end
  -- Before the first write, because a counter of another type ends the script here.
  local fence = KEYS[7] and tonumber(redis.call('GET', KEYS[7]) or nil)
  next_end = enter(tonumber(ARGV[2]), permits)
  if type(next_end) == 'table' then
    return next_end
  end
  if next_end then
    redis.call('PTTL', KEYS[1]) -- it may have taken others out, and that has ended the server's watch over the key
    return nil
  end
  return fence and { fence } or {}
end

local function give_back()
  leave(nil, score_of_count(redis.call('ZSCORE', KEYS[1], '')))
end

local function call()
  redis.call('SET', KEYS[2], '+', 'PX', ARGV[3])
  call_next(KEYS[3], '+', ARGV[3], permits == 0 and 2)
end
