-- Makes all leases last for ttl from now if all locks are ours, and has the server track the keys.
-- KEYS locks   ARGV token, ttl in ms (0: only look)
-- 1: all expire in ttl from now, later, or never
-- {'lost', n, h}: the nth lock is free (h 0) or another's (h -1), all left alone
if lost then
  return { 'lost', lost, held and -1 or 0 }
end
local ttl = tonumber(ARGV[2])
for _, lock in ipairs(ours) do
  local left = redis.call('PTTL', lock)
  if left ~= -1 and left < ttl then -- -1, no expiry, is more
    redis.call('PEXPIRE', lock, ttl)
  end
  redis.call('PTTL', lock) -- again, because a write has ended the server's tracking
end
return 1
