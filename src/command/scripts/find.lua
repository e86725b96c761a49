-- Who holds the lock, and for how long: we, if we have a share, otherwise who has it for longest.
-- KEYS lock   ARGV token (may be empty), weight
-- {n, value}: somebody, for n more ms   {n, token, m}: one of m that share it   {-1, value}: without expiry   {n}: the key is of another type
-- 0: nobody
if left == -2 then
  return 0
end
if is_other then
  local value = redis.pcall('GET', KEYS[1])
  return { left, type(value) == 'string' and value or nil }
end
if left == -1 then
  return { left }
end
local last = ours and { member, ends } or redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return { last[2] - now, string.match(last[1], '^%d+:(.*)') or last[1], redis.call('ZCOUNT', KEYS[1], now, '+inf') }
