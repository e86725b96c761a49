-- Makes our lease last for ttl from now if it has not ended, and has the server tell this connection of changes.
-- KEYS lock   ARGV token, ttl in ms (0: only look), weight
-- n: ours for ttl from now, or longer, and n have a share   0: not ours   -1: somebody else's lock
if not ours then
  return is_other and -1 or 0
end
local ttl = tonumber(ARGV[2])
if now + ttl > ends then
  local lasts = string.format('%.0f', now + ttl)
  redis.call('PEXPIREAT', KEYS[1], lasts, 'GT') -- later only, and not if somebody took the expiry away
  redis.call('ZADD', KEYS[1], lasts, member) -- not first: a server that is out of memory refuses that, but not amid a script
end
return redis.call('ZCARD', KEYS[1]) -- client tracking watches what was read, and a write has ended that
