-- Starts the lease anew if the lock is ours.
-- KEYS lock   ARGV token, ttl in ms
-- 1: expires in ttl from now   0: not ours, left alone
return ours and redis.call('PEXPIRE', KEYS[1], ARGV[2]) or 0
