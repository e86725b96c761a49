-- Deletes the lock if it is ours, and tells whether others wait for it.
-- KEYS lock, two seats of the queue, vacant   ARGV token
-- 2: deleted, there is a queue   1: deleted   0: not ours, left alone
local holder, one, two = unpack(redis.call('MGET', KEYS[1], KEYS[2], KEYS[3])) -- a key of another type is another client's lock
if holder ~= ARGV[1] then
  return 0
end
-- A waiter is on its way to a seat that was offered, unless the offer is there still: then no waiter sleeps.
local is_awaited = (one or '') ~= '' or (two or '') ~= '' or (one or two) and redis.call('EXISTS', KEYS[4]) == 0
redis.call('DEL', KEYS[1]) -- at last: this user may not do one of the others
return is_awaited and 2 or 1
