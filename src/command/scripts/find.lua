-- Who holds the lock, and for how long: we, if we have a share, otherwise who has it for longest.
-- KEYS lock   ARGV token (may be empty), weight
-- A value is cut behind 65,537 bytes, which is more than any token has.
-- {n, value}: somebody, for n more ms   {n, token, m}: one of m that share it   {-1, value}: without expiry   {n}: the key is of another type
-- 0: nobody
if left == -2 then
  return 0
end
if is_other then
  local value = redis.pcall('GET', KEYS[1])
  return { left, type(value) == 'string' and string.sub(value, 1, 65537) or nil }
end
if left == -1 then
  return { left }
end
local last = ours and { member, ends } or redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if tonumber(last[2]) <= now then
  return 0
end
local token = string.match(last[1], '^%d+:(.*)') or last[1]
return { last[2] - now, string.sub(token, 1, 65537), redis.call('ZCOUNT', KEYS[1], now, '+inf') }
