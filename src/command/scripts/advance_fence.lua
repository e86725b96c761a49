-- Raises the counter of fencing tokens to this one at least. It may always grow, for any holder.
-- KEYS lock, fence   ARGV token, life of the fence in ms, fencing token
-- 1: done, and the lock is ours   0: done, and it is not
local last = tonumber(redis.call('GET', KEYS[2]))
if not last or last < tonumber(ARGV[3]) then
  redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[2])
end
return ours and 1 or 0
