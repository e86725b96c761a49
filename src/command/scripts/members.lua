-- The head of the scripts of shared locks and semaphores. KEYS[1] is a sorted set of its holders, each by the server's time in ms
-- at which its lease ends; it expires with the last, in that very ms. A holder is "weight:token". The last of ARGV is our weight.
-- If a holder has a weight above 1, a member without a name counts, so that no script has to look at all holders: its score is
-- below zero, ten million times the permits that they have beyond one each, and the number of holders. If that number is not the
-- number of members, another client has changed the set, or a lease has ended, and the permits are counted anew (room.lua).
-- Numbers go to the server as text where they can: it writes one out for more than it asks for a command.
local member = ARGV[#ARGV] .. ':' .. ARGV[1]
local ONE_BEYOND = 10000000

-- nil: it is not there; above zero it is not ours.
local function score_of_count(score)
  score = tonumber(score or nil)
  return score and score < 0 and score or nil
end

-- When the last lease of the other holders ends; nil: there are none.
local function last_end_of_others()
  local last = redis.call('ZREVRANGE', KEYS[1], '0', '1', 'WITHSCORES')
  local at = tonumber(last[last[1] == member and 4 or 2])
  return at and at > 0 and at or nil -- below zero: the member that counts
end

-- Has the key expire with its last holder.
local function expire_at(at)
  at = math.ceil(math.min(at, 1e15)) -- another client may have written any time
  return redis.pcall('PEXPIREAT', KEYS[1], string.format('%.0f', at))
end

local function server_time()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Takes us out, if we are there; `ends`: when our lease ends, if that is known; `count`: the score of the member that counts.
local function leave(ends, count)
  local is_last = not ends or redis.call('PEXPIRETIME', KEYS[1]) <= ends -- or the key does not expire
  local at = is_last and last_end_of_others()
  if redis.call('ZREM', KEYS[1], member) == 0 then
    return
  end
  -- The release stands, even if this user may do none of what follows. Then the key lasts longer than its last holder, and the
  -- permits are counted anew.
  count = count and count + 1 + (ARGV[#ARGV] - 1) * ONE_BEYOND
  if count and count > -ONE_BEYOND then
    redis.pcall('ZREM', KEYS[1], '')
  elseif count then
    redis.pcall('ZADD', KEYS[1], string.format('%.0f', count), '')
  end
  if at then
    expire_at(at)
  end
end
