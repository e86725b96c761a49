-- What one of those who sleep does now and then: it offers seats that nobody has, and looks whether the lock is free.
-- KEYS lock, two seats, vacant seats, who has looked   ARGV token, life of a seat in ms, life of the last key in ms
-- n: the lock's lease ends in n ms   -1: it has none   -2: it is free   -3: another waiter has just looked
if not redis.call('SET', KEYS[5], '', 'NX', 'PX', ARGV[3]) then
  return -3
end
local waiters = redis.call('MGET', KEYS[2], KEYS[3])
for seat = 1, 2 do
  if (not waiters[seat] or waiters[seat] == '') and redis.call('LLEN', KEYS[4]) == 0 then
    offer(seat)
  end
end
return redis.call('PTTL', KEYS[1])
