-- Returns the holder of the lock: ours if we have a share, otherwise the one that has it longest.
-- KEYS lock   ARGV token (may be empty), weight
-- A value is cut behind 65,537 bytes, which is more than any token has.
-- {n, value}: a holder, for n more ms   {-1, value}: for ever   {n, token, m}: one of m sharers
-- {n}: the key is of another type   0: no holder
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
