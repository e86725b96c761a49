-- Who holds the lock, and for how long.
-- KEYS lock   ARGV an unused word
-- {n, value}: somebody, for n more ms   {-1, value}: without expiry   {n}: the key is of another type   0: nobody
if not holder then
  return 0
end
local reply = { redis.call('PTTL', KEYS[1]) }
if type(holder) == 'string' then
  reply[2] = holder
end
return reply
