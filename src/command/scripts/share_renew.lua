-- Makes our lease last for ttl from now if it has not ended, and has the server track the key.
-- KEYS lock   ARGV token, ttl in ms (0: only look), weight
-- n: ours for ttl from now, or longer, and n have a share   0: not ours   -1: another owner's lock
if not ours then
  return is_other and -1 or 0
end
local ttl = tonumber(ARGV[2])
if now + ttl > ends then
  local lasts = string.format('%.0f', now + ttl)
  redis.call('PEXPIREAT', KEYS[1], lasts, 'GT') -- only later; a removed expiry stays removed
  redis.call('ZADD', KEYS[1], lasts, member) -- not first: after a write, OOM does not refuse it
end
return redis.call('ZCARD', KEYS[1]) -- again, because a write has ended the server's tracking
