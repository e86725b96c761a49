-- What a deputy does when the head may have died: if the lock is free and the head still the one that was seen before, it calls
-- the next in line, in its own name, so that no other deputy does the same. A lock that others share may be joined: so it counts as
-- free there if the head has not come since the last change.
-- KEYS lock, head, signal   ARGV token, life of the head and of a signal in ms, the head that was seen ('': none yet), for a share:
-- how many ms ago the lock was changed, or more
-- n: the lock is somebody else's for n more ms   -1: without expiry   a token: it is free, and this one's to take
local left = redis.call('PTTL', KEYS[1]) -- from here on the server tells this connection of changes
local head
if left ~= -2 then
  if not ARGV[4] or redis.call('TYPE', KEYS[1]).ok ~= 'zset' then
    return left
  end
  head = redis.call('GET', KEYS[2])
  local stays = head and redis.call('PTTL', KEYS[2])
  -- Whom one that has its share ('+') or this deputy has called comes at once. A head that watches looks twice in its life.
  local is_called = head == '+' or head == ARGV[1]
  local patience = is_called and 100 or math.min(ARGV[4], 0.65 * ARGV[2])
  local left_to_come = stays and stays - (ARGV[2] - patience)
  if left_to_come and left_to_come > 0 then
    return math.min(left, math.ceil(left_to_come))
  end
end
head = head or redis.call('GET', KEYS[2])
if not head or head == ARGV[3] or left ~= -2 and head == ARGV[1] then
  head = ARGV[1]
  redis.call('SET', KEYS[2], head, 'PX', ARGV[2])
  call_next(KEYS[3], head, ARGV[2])
end
return head
