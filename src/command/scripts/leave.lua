-- Gives our share back.
-- KEYS lock   ARGV token, weight
-- 1: done   0: not ours any more
local number = redis.pcall('ZCARD', KEYS[1])
if number == 1 then
  return redis.call('ZREM', KEYS[1], member) -- alone: the key would have gone with our lease
end
if type(number) == 'table' then
  return string.find(number.err, 'WRONGTYPE', 1, true) and 0 or number
end
local ends = tonumber(redis.call('ZSCORE', KEYS[1], member))
if not ends then
  return 0
end
leave(ends)
return ends > server_time() and 1 or 0
