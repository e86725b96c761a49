-- Releases our share.
-- KEYS lock   ARGV token, weight
-- 1: done   0: not ours any more
local number = redis.pcall('ZCARD', KEYS[1])
if number == 1 then
  return redis.call('ZREM', KEYS[1], member) -- alone: the key expires with our lease
end
if type(number) == 'table' then -- if it is not WRONGTYPE, the call below fails again, with its line
  return string.find(number.err, 'WRONGTYPE', 1, true) and 0 or redis.call('ZCARD', KEYS[1])
end
local scores = redis.call('ZMSCORE', KEYS[1], member, '')
local ends, count = tonumber(scores[1] or nil), score_of_count(scores[2])
if not ends then
  return 0
end
if number == 2 and count then
  redis.call('DEL', KEYS[1]) -- alone, except for the member ''
else
  leave(ends, count)
end
return ends > server_time() and 1 or 0
