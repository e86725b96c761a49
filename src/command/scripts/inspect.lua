-- Who holds the lock, and for how long.
-- KEYS lock   ARGV an unused word
-- {n, value}: somebody, for n more ms   {-1, value}: without expiry   {n, token, m}: one of m that share it   {n}: the key is of
-- another type   0: nobody
if not holder then
  return 0
end
local reply = { redis.call('PTTL', KEYS[1]) }
if type(holder) == 'string' then
  reply[2] = holder
elseif reply[1] >= 0 then
  local last = redis.pcall('ZREVRANGE', KEYS[1], 0, 0)[1]
  local token = last and string.match(last, '^%d+:(.*)')
  if token then
    reply[2], reply[3] = token, redis.call('ZCOUNT', KEYS[1], 0, '+inf')
  end
end
return reply
