-- Takes the lock, or keeps it if it is ours already: may be repeated when a reply was lost.
-- KEYS lock   ARGV token, ttl in ms
-- OK: ours for ttl from now, or longer   n: somebody else's for n more ms   -1: somebody else's, without expiry
if not holder then
  return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
if ours then
  -- Set by an attempt whose reply was lost, sent before this one: its lease starts anew, unless it is a longer one by now.
  redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), ARGV[2])) -- -1, no expiry, is less too
  return redis.status_reply('OK')
end
return redis.call('PTTL', KEYS[1])
