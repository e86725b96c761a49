-- Takes the lock as the head of its queue, or says where to wait for it.
-- KEYS lock, head, signal, fence if fenced   ARGV token, ttl in ms, life of the head and of a signal in ms, life of the
-- fence in ms, caller ('': none; our own token: we have been the head; another one: who called us from the line)
-- {}: ours for ttl from now   {f}: with fence f   nil: not the head; wait in line to be called
-- n: the head; the lock is somebody else's for n more ms   -1: the head; it is somebody else's, without expiry
--
-- Only the head watches the lock; everybody else is blocked in a pop of the signal list, where the server keeps the
-- order of arrival and forgets who is gone. Why nobody waits in vain:
-- - Whenever somebody is in line, the key of the head exists, or it was missed by a call_next.lua that the line runs now and
--   then. It is a waiter's that watches the lock, or that of one who has called the next and not been followed yet.
-- - Who takes the lock here calls the next, and so does who leaves the queue as its head or as the one called. The key
--   of the head stays until that one comes, so that no newcomer slips in between.
-- - A head that died, and one that was called and died, are gone when their key expires: whoever in line finds it
--   missing calls the first.
-- - A head watches from its PTTL on, which is a read, in the same step as the attempt that failed. It comes back at the
--   end of the holder's lease, too, and before its own key expires.
-- - Two heads, after one was too late, only make for an attempt in vain: it is SET NX that gives the lock away.
local token, life, caller = ARGV[1], ARGV[3], ARGV[5]

local function take()
  if not redis.call('SET', KEYS[1], token, 'NX', 'PX', ARGV[2]) then
    return nil
  end
  local reply = {}
  local done, failure = pcall(function()
    if KEYS[4] then
      local fence, failure = draw(KEYS[4], ARGV[4])
      if failure then
        return failure
      end
      reply = { fence }
    end
    call_next(KEYS[3], token, life)
  end)
  if failure then -- a key of another type, or one that this user may not write: nothing is left behind
    redis.call('DEL', KEYS[1])
    return done and failure or redis.error_reply(failure.err or failure)
  end
  return reply
end

-- The usual end of a wait: the head has been told of the release.
local reply = caller == token and take()
if reply then
  return reply
end
local head
if caller == '' then
  head = redis.call('SET', KEYS[2], token, 'NX', 'GET', 'PX', life)
else
  head = redis.call('SET', KEYS[2], token, 'GET', 'PX', life)
end
if head and head ~= token and head ~= caller then
  if caller ~= '' then
    redis.call('SET', KEYS[2], head, 'PX', life) -- we come too late: that one is the head
  end
  return false
end
local left = redis.call('PTTL', KEYS[1]) -- from here on the server tells this connection of changes
return left == -2 and take() or left
