-- Deletes the lock if it is ours.
-- KEYS lock   ARGV token
-- 1: deleted   0: not ours, left alone
return ours and redis.call('DEL', KEYS[1]) or 0
