-- Starts the lease anew if the lock is ours, also if it ends sooner for it: only for who asks for that, and counts on no
-- longer lease while this may still be under way.
-- KEYS lock   ARGV token, ttl in ms
-- 1: expires in ttl from now   0: not ours, left alone
return ours and redis.call('PEXPIRE', KEYS[1], ARGV[2]) or 0
