-- Calls the next in line: when the head leaves, when one that was called does not come, or when there is no head at all.
-- KEYS head, signal   ARGV who leaves, or would be the head, life of the head and of a signal in ms, '+' if one leaves that a head
-- with that name has called
-- 1: called   0: somebody else is the head
local head = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'GET', 'PX', ARGV[2])
if head and head ~= ARGV[1] and head ~= ARGV[3] then
  return 0
end
if head then
  -- Who watches beside it for a share is told by that. '+' has called two (take_share.lua): who leaves calls one, so by its own name.
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
call_next(KEYS[2], ARGV[1], ARGV[2])
return 1
