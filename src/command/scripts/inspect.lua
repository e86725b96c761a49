-- Returns the holder of the lock, and for how long.
-- KEYS lock   ARGV an unused argument
-- A value is cut behind 65,537 bytes, which is more than any token has.
-- {n, value}: a holder, for n more ms   {-1, value}: for ever   {n, token, m}: one of m sharers
-- {n}: the key is of another type   0: no holder
if not holder then
  return 0
end
local reply = { redis.call('PTTL', KEYS[1]) }
if type(holder) == 'string' then
  reply[2] = string.sub(holder, 1, 65537)
elseif reply[1] >= 0 then
  local last = redis.pcall('ZREVRANGE', KEYS[1], 0, 0)[1]
  local token = last and string.match(last, '^%d+:(.*)')
  if token then
    reply[2], reply[3] = string.sub(token, 1, 65537), redis.call('ZCOUNT', KEYS[1], 0, '+inf')
  end
end
return reply
