-- Returns whether the lock is ours, and for how long.
-- KEYS lock   ARGV token
-- n: ours for n more ms   -1: ours, without expiry   -2: not ours
return ours and redis.call('PTTL', KEYS[1]) or -2
