-- Makes the lease last for ttl from now if the lock is ours.
-- KEYS lock   ARGV token, ttl in ms
-- 1: expires in ttl from now, or later   0: not ours, left alone
if not ours then
  return 0
end
prolong(ARGV[2])
return 1
