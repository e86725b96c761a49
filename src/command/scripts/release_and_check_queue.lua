-- Deletes the lock if it is ours, and tells whether others wait for it.
-- KEYS lock, head of the queue   ARGV token
-- 2: deleted, there is a queue   1: deleted   0: not ours, left alone
if not ours then
  return 0
end
local queue = redis.call('EXISTS', KEYS[2]) -- before the deletion: it may be refused
redis.call('DEL', KEYS[1])
return 1 + queue
