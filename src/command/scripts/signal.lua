-- call_next(signal, caller, life, words): wakes the waiter that has been in line for longest, or leaves word for the next to come.
-- One word is enough (or so many), the latest: an older one is from a head that is history.
local function call_next(signal, caller, life, words)
  words = words or 1
  if redis.call('LPUSH', signal, caller) > words then
    redis.call('LTRIM', signal, 0, words - 1)
  end
  redis.call('PEXPIRE', signal, life)
end
