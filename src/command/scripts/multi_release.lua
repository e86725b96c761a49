-- Deletes each lock that is ours.
-- KEYS locks; if ARGV[2] is 'queue': then two seats of the queue, and vacant, for each
-- ARGV token, perhaps 'queue'
-- 1: all were ours   2: so, and waiters are queued at one of them
-- {'lost', n}: the nth was not ours
local is_awaited = false
for n = count, #KEYS - 1, 3 do
  local one, two = unpack(redis.call('MGET', KEYS[n + 1], KEYS[n + 2]))
  -- As in release_and_check_queue.lua.
  is_awaited = is_awaited or (one or '') ~= '' or (two or '') ~= ''
    or (one or two) and redis.call('EXISTS', KEYS[n + 3]) == 0
end
for _, lock in ipairs(ours) do -- last, because this user may not be allowed the rest
  redis.call('DEL', lock)
end
if lost then
  return { 'lost', lost }
end
return is_awaited and 2 or 1
