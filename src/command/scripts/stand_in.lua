-- What a deputy does when the head may have died: if the lock is free and the head still the one that was seen before, it calls
-- the next in line, in its own name, so that no other deputy does the same.
-- KEYS lock, head, signal   ARGV token, life of the head and of a signal in ms, the head that was seen ('': none yet)
-- n: the lock is somebody else's for n more ms   -1: without expiry   a token: it is free, and this one's to take
local left = redis.call('PTTL', KEYS[1]) -- from here on the server tells this connection of changes
if left ~= -2 then
  return left
end
local head = redis.call('GET', KEYS[2])
if not head or head == ARGV[3] then
  head = ARGV[1]
  redis.call('SET', KEYS[2], head, 'PX', ARGV[2])
  call_next(KEYS[3], head, ARGV[2])
end
return head
