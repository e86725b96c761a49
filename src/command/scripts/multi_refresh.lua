-- Makes all leases last for ttl from now if all locks are ours. As in refresh.lua, a lease ends
-- sooner only if ARGV[3] asks for that.
-- KEYS locks   ARGV token, ttl in ms, and anything more if a longer lease is to end sooner
-- 1: all expire in ttl from now, later, or never   {'lost', n}: the nth is not ours, all left alone
if lost then
  return { 'lost', lost }
end
for _, lock in ipairs(ours) do
  local left = redis.call('PTTL', lock)
  if left == -1 and not ARGV[3] then
    redis.call('PERSIST', lock) -- no expiry, which another client removed, is longer
  else
    redis.call('PEXPIRE', lock, math.max(ARGV[3] and 0 or left + 1, ARGV[2])) -- as in claim.lua
  end
end
return 1
