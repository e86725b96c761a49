-- Has the first in line watch beside the head, unless somebody else does, or is called anyway.
-- KEYS second, signal   ARGV who leaves, life of the second's key and of a signal in ms
-- 1: called   0: not
if redis.call('EXISTS', KEYS[2]) == 1 then
  return 0
end
local second = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'GET', 'PX', ARGV[2])
if second and second ~= ARGV[1] then
  return 0
end
if second then -- who leaves was the one: its key lasts until the next comes
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
call_next(KEYS[2], ARGV[1], ARGV[2])
return 1
