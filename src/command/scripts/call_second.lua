-- Has the first in line watch beside the head, unless one was told to just now, or is called anyway.
-- KEYS second, signal   ARGV who leaves, life of the second's key and of a signal in ms
-- 1: called   0: not
if redis.call('EXISTS', KEYS[2]) == 1 or not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  return 0
end
call_next(KEYS[2], ARGV[1], ARGV[2])
return 1
