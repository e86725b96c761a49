-- Takes the lock, or keeps it if it is ours already: may be repeated when a reply was lost. Our share of it, if nobody else has
-- one, becomes the lock.
-- KEYS lock   ARGV token, ttl in ms
-- OK: ours for ttl from now, or longer   n: somebody else's for n more ms   -1: somebody else's, without expiry   'n': the same,
-- and a share of it is ours
if not holder then
  return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
if ours then
  -- Set by an attempt whose reply was lost, sent before this one: its lease starts anew, unless it is a longer one by now.
  local left = redis.call('PTTL', KEYS[1])
  if left == -1 then
    redis.call('PERSIST', KEYS[1]) -- no expiry is longer; but a write, which a replica refuses
  else
    redis.call('PEXPIRE', KEYS[1], math.max(left, ARGV[2]))
  end
  return redis.status_reply('OK')
end
local left = redis.call('PTTL', KEYS[1])
local share = '1:' .. ARGV[1]
local ends = type(holder) == 'table' and redis.pcall('ZSCORE', KEYS[1], share)
if type(ends) == 'string' then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if tonumber(ends) > now then
    if redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf') > 1 then
      return tostring(left)
    end
    return redis.call('SET', KEYS[1], ARGV[1], 'PX', math.max(left, ARGV[2]))
  end
end
return left
