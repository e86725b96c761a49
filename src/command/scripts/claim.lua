-- Takes the lock, or keeps it if it is ours already: may be repeated when a reply was lost.
-- KEYS lock   ARGV token, ttl in ms
-- OK: ours for ttl from now, or longer   n: somebody else's for n more ms   -1: somebody else's, without expiry
if not holder then
  return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
if ours then
  -- Set by an attempt whose reply was lost, sent before this one: its lease starts anew, unless it is a longer one by now. It
  -- ends later than before in any case, for a change of kind that comes late to see (downgrade.lua).
  local left = redis.call('PTTL', KEYS[1])
  if left == -1 then
    redis.call('PERSIST', KEYS[1]) -- no expiry is longer; but a write, which a replica refuses
  else
    redis.call('PEXPIRE', KEYS[1], math.max(left + 1, ARGV[2]))
  end
  return redis.status_reply('OK')
end
return redis.call('PTTL', KEYS[1])
