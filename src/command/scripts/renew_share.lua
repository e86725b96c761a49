-- Makes our lease last for ttl from now if it has not ended, and has the server tell this connection of changes.
-- KEYS lock   ARGV token, ttl in ms (0: only look), weight
-- n: ours for ttl from now, or longer, and n have a share   0: not ours   -1: somebody else's lock
if not ours then
  return is_other and -1 or 0
end
local ttl = tonumber(ARGV[2])
if now + ttl > ends then
  redis.call('ZADD', KEYS[1], now + ttl, member)
  if left ~= -1 and left < ttl then
    redis.call('PEXPIRE', KEYS[1], ttl)
  end
end
return redis.call('ZCARD', KEYS[1]) -- client tracking watches what was read, and a write has ended that
