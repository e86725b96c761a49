-- Takes the lock, or keeps it if it is ours already, so it may be repeated if a reply was lost.
-- KEYS lock   ARGV token, ttl in ms
-- OK: ours for ttl from now, or longer   n: another owner's for n more ms   -1: so, without expiry
if not holder then
  return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
if ours then
  -- Set by an earlier attempt whose reply was lost. The lease starts anew, unless it is longer now.
  -- It always ends later than before, so that a late change of kind is refused (downgrade.lua).
  local left = redis.call('PTTL', KEYS[1])
  if left == -1 then
    redis.call('PERSIST', KEYS[1]) -- no change, but a write, which a replica refuses
  else
    redis.call('PEXPIRE', KEYS[1], math.max(left + 1, ARGV[2]))
  end
  return redis.status_reply('OK')
end
return redis.call('PTTL', KEYS[1])
