-- call_next(signal, caller, life, number): wakes the waiter that has been in line for longest, or so many, or leaves word for the next
-- to come. No more words than that, the latest: an older one is from a head that is history.
local function call_next(signal, caller, life, number)
  number = number or 1
  local words = number == 2 and redis.call('LPUSH', signal, caller, caller) or redis.call('LPUSH', signal, caller)
  if words > number then
    redis.call('LTRIM', signal, '0', number - 1)
  end
  local failure = redis.pcall('PEXPIRE', signal, life)
  if type(failure) == 'table' then -- without that permission the list would stay for ever
    redis.call('DEL', signal)
    error(failure)
  end
end
