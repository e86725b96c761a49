-- call_next(signal, caller, life): wakes the waiter that has been in line for longest, or leaves word for the next to come.
-- One word is enough, the latest: an older one is from a head that is history.
local function call_next(signal, caller, life)
  if redis.call('LPUSH', signal, caller) > 1 then
    redis.call('LTRIM', signal, 0, 0)
  end
  redis.call('PEXPIRE', signal, life)
end
