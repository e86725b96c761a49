-- Prelude for shared locks and semaphores. KEYS[1] is a sorted set of holders "weight:token". The
-- scores are the server's ms at which their leases end; the key expires in the last. ARGV ends with
-- our weight. If a weight is above 1, the score of the member '' counts, so no script reads all. It
-- is -1e7 times the permits beyond one per holder, minus the number of holders. Another number of
-- members shows that a lease has ended or another client has written: share_count.lua counts anew.
-- Numbers are sent as text if possible: Redis converts one more slowly than it runs a command.
local member = ARGV[#ARGV] .. ':' .. ARGV[1]
local EXTRA_PERMIT = 10000000

-- Returns the score of the member ''. nil: it is not there, or is not ours (not below zero).
local function score_of_count(score)
  score = tonumber(score or nil)
  return score and score < 0 and score or nil
end

-- Returns the time at which the last lease of the other holders ends, or nil if there are none.
local function last_end_of_others()
  local last = redis.call('ZREVRANGE', KEYS[1], '0', '1', 'WITHSCORES')
  local at = tonumber(last[last[1] == member and 4 or 2])
  return at and at > 0 and at or nil -- below zero: the member ''
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

-- Removes our share. `ends`: the end of our lease, if known. `count`: the score of the member ''.
local function leave(ends, count)
  local is_last = not ends or redis.call('PEXPIRETIME', KEYS[1]) <= ends -- or no expiry
  local at = is_last and last_end_of_others()
  if redis.call('ZREM', KEYS[1], member) == 0 then
    return
  end
  -- The release stands, even if this user may do none of what follows. Then the key outlives its
  -- last holder, and the permits are counted anew.
  count = count and count + 1 + (ARGV[#ARGV] - 1) * EXTRA_PERMIT
  if count and count > -EXTRA_PERMIT then
    redis.pcall('ZREM', KEYS[1], '')
  elseif count then
    redis.pcall('ZADD', KEYS[1], string.format('%.0f', count), '')
  end
  if at then
    expire_at(at)
  end
end
