-- Takes the lock as the head of its queue, or says where to wait for it.
-- KEYS lock, head, signal, two for newcomers, second, fence if fenced   ARGV token, ttl in ms, life of the head and of a signal in
-- ms, life of the fence in ms, who comes ('new', 'head', 'second': as that, 'called'), by whom called or beside which head, or for a
-- 'new' one 'given' if it may have a share already, the newcomer's key (4, 5; 0: it does not tell)
-- {}: ours for ttl from now   {f}: with fence f   nil: not the head; wait in line to be called   FREE: the same, and the
-- lock is free (said of no share)   n: the head; the lock is somebody else's for n more ms   -1: the head; it is somebody else's, without
-- expiry   'n:head': the second, beside that head; the same   'n;head': the same, but another one keeps the second's key
-- SHARED: not in the queue, where it would wait for its own share
--
-- Only the head watches the lock; everybody else is blocked in a pop of the signal list, where the server keeps the
-- order of arrival and forgets who is gone. Why nobody waits in vain:
-- - Whenever somebody is in line, the key of the head exists, or it was missed by a call_next.lua that the line runs now and
--   then. It is a waiter's that watches the lock, or that of one who has called the next and not been followed yet.
-- - Who takes the lock here calls the next, and so does who leaves the queue as its head or as the one called. The key
--   of the head stays until that one comes, so that no newcomer slips in between.
-- - The newest in line are deputies: they are told of changes of the lock, too; of one that is shared once they have looked at it,
--   after some time, since a crowd goes in by itself. One that finds it free twice with the same head calls the next
--   (stand_in.lua), until somebody comes. Who comes to the line tells those who came before (by its write to a newcomer's key,
--   which leaves nothing behind), so that no more than some are deputies.
-- - A head watches from its PTTL on, which is a read, in the same step as the attempt that failed. It comes back at the
--   end of the holder's lease, too, and before its own key expires.
-- - Who was the head, or was called, and finds another head is the second: it watches, too. Two that watch only make for an
--   attempt in vain: it is SET NX that gives the lock away. One of those who watch so keeps the key of the second, so that
--   call_second.lua adds no more. When that one takes the lock, or leaves, it calls the next to watch in its place: it may
--   be the only one beside a head that has died. The others call nobody when they take the lock, if a head is there. Once the
--   head has gone beside which it came, it is the head itself: whoever is that now has come later.
-- - Should the second have died, too: one of those in line, who looks now and then whether there is a head, is a deputy for as long.
local token, life, who = ARGV[1], ARGV[3], ARGV[5]

-- calls: 'as head', or 'as second', or 'if needed' as the second; whoever is next.
local function take(calls)
  local reply = seize()
  if not reply or reply.err then
    return reply
  end
  local done, failure = pcall(function()
    if calls == 'if needed' then
      local head, second = unpack(redis.call('MGET', KEYS[2], KEYS[6]))
      if second == token then
        redis.call('DEL', KEYS[6])
      end
      if not head or second == token then
        if redis.call('EXISTS', KEYS[3]) == 1 then -- nobody has followed the head that is named there: it has gone
          redis.call('SET', KEYS[2], token, 'PX', life)
        end
        call_next(KEYS[3], token, life)
      end
    elseif calls == 'as head' then
      call()
    elseif calls then
      call_next(KEYS[3], token, life)
    end
  end)
  if not done then -- a key of another type, or one that this user may not write: nothing is left behind
    give_back()
    return redis.error_reply(failure.err or failure)
  end
  return reply
end

-- Who waits for a share need not wait beside a head that has left, and that nobody has followed: no change of the lock may come. Nor
-- need one whom '+' has called: the other one of the two has left, and newcomers would pass.
local is_by_share = who == 'called' and ARGV[6] == '+'
local function has_gone(head)
  return (can_join or is_by_share) and redis.call('LRANGE', KEYS[3], '0', '0')[1] == head
end

-- The usual end of a wait: the head has been told of the release.
local reply
if who == 'head' then
  reply = take('as head')
elseif who == 'second' and not (can_join and redis.call('EXISTS', KEYS[1]) == 1) then
  reply = take('if needed')
end
if reply then
  return reply
end
local head, is_second, keeps_second = nil, false, false
if who == 'new' then
  local ends = ARGV[6] == 'given' and redis.pcall('ZSCORE', KEYS[1], '1:' .. token)
  if type(ends) == 'string' and tonumber(ends) > 1000 * redis.call('TIME')[1] then
    return redis.status_reply('SHARED')
  end
  if ARGV[7] ~= '0' then
    tell_newcomers(KEYS[tonumber(ARGV[7])])
  end
  local is_held = true
  if can_join then
    head = redis.call('SET', KEYS[2], token, 'NX', 'GET', 'PX', life) -- no read: the next change is not to wake a whole crowd
  else
    head, is_held = unpack(redis.call('MGET', KEYS[2], KEYS[1], KEYS[4], KEYS[5])) -- and is told of those who come later
  end
  if head and head ~= token then
    is_held = is_held or redis.call('EXISTS', KEYS[1]) == 1 -- by those who share it
    return not is_held and redis.status_reply('FREE')
  end
  redis.call('SET', KEYS[2], token, 'PX', life)
elseif who == 'second' then
  head = redis.call('SET', KEYS[2], token, 'NX', 'GET', 'PX', life)
  is_second = head and head ~= token
  if is_second and (head ~= ARGV[6] or head == '+' or has_gone(head)) then
    is_second = false
    redis.call('SET', KEYS[2], token, 'PX', life)
    redis.call('DEL', KEYS[6])
  end
else
  head = redis.call('SET', KEYS[2], token, 'GET', 'PX', life)
  is_second = head and head ~= token and head ~= ARGV[6] and head ~= '+' and not has_gone(head) -- '+' is nobody
  if is_second then
    redis.call('SET', KEYS[2], head, 'PX', life) -- we come too late: that one is the head
  elseif head == '+' or is_by_share then
    redis.call('DEL', KEYS[3]) -- it has left more words than there were in line: nobody else is to be the head
  end
end
if is_second then
  local second = redis.call('SET', KEYS[6], token, 'NX', 'GET', 'PX', life)
  keeps_second = not second or second == token or who == 'called' and second == ARGV[6]
  if second and keeps_second then
    redis.call('SET', KEYS[6], token, 'PX', life)
  end
  if can_join and keeps_second then
    redis.call('EXISTS', KEYS[2]) -- and is told when the head takes its share, or leaves: that need not change the lock
  end
end
-- From the PTTL on, here or in seize(), the server tells this connection of changes.
local joins = can_join and who ~= 'head' and (not is_second or comes_late)
local left = not joins and redis.call('PTTL', KEYS[1])
if joins or left == -2 then
  reply = take(not is_second and 'as head' or keeps_second and 'as second')
end
if reply then
  return reply
end
return is_second and (left or next_end) .. (keeps_second and ':' or ';') .. head or next_end or left
