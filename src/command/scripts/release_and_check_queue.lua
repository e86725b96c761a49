-- Deletes the lock if it is ours, and tells whether others wait for it.
-- KEYS lock, head of the queue   ARGV token
-- 2: deleted, there is a queue   1: deleted   0: not ours, left alone
local holder, head = unpack(redis.call('MGET', KEYS[1], KEYS[2])) -- a key of another type is somebody else's lock
if holder ~= ARGV[1] then
  return 0
end
redis.call('DEL', KEYS[1])
return head and 2 or 1
