-- Deletes the lock if it is ours, and returns whether waiters are queued. The reply is for the
-- releasing client alone, which then yields to them: the deletion itself wakes the watchers.
-- KEYS lock, two seats of the queue, vacant   ARGV token
-- 2: deleted, there is a queue   1: deleted   0: not ours (or of another type), left alone
local holder, one, two = unpack(redis.call('MGET', KEYS[1], KEYS[2], KEYS[3]))
if holder ~= ARGV[1] then
  return 0
end
-- A waiter is on its way to an offered seat, unless the offer is left: then no waiter sleeps.
local is_awaited = (one or '') ~= '' or (two or '') ~= '' or (one or two) and redis.call('EXISTS', KEYS[4]) == 0
redis.call('DEL', KEYS[1]) -- last, because this user may not be allowed the rest
return is_awaited and 2 or 1
