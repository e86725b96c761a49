-- One step of a waiter: it takes the lock if it is its turn, or learns where to wait.
-- KEYS lock, two seats, vacant seats, fence if fenced
-- ARGV token, life of a seat in ms, ttl in ms, life of the fence in ms, what has happened, our seat, our elder's note ('': none), our
-- note, what else to do
-- 'arrived': we are new. 'woken': we have popped our seat. 'changed': the lock or our elder's seat has changed. 'waited': and our elder
-- has had its time. 'rescue': we have slept, the lock was free for some time and no watcher took it.
-- Also: 'sit' puts our note on our seat again, 'offer' the other seat into the list, 'given' looks for our share first.
-- {'taken'}, {'taken', fence}   {'asleep'}: pop a seat   {'shares'}: we have a share already, and would wait for ourselves
-- {'watching', seat, left, other}: in `left` ms the lock's lease or the next share ends (-1: none does, -2: it was free); `other` is
-- the note on the other seat, '' if it is offered, nil if it is offered and nobody sleeps
local event, seat, elder, note, also = ARGV[5], tonumber(ARGV[6]), ARGV[7], ARGV[8], ARGV[9]

if also == 'given' then
  local ends = redis.pcall('ZSCORE', KEYS[1], '1:' .. ARGV[1])
  if type(ends) == 'string' and tonumber(ends) > 1000 * redis.call('TIME')[1] then
    return { 'shares' }
  end
end
if event == 'arrived' then
  seat = redis.call('SET', KEYS[2], note, 'NX', 'PX', SEAT_LIFE) and 1 or redis.call('SET', KEYS[3], note, 'NX', 'PX', SEAT_LIFE) and 2
  if not seat then
    return { 'asleep' }
  end
elseif event == 'woken' or also == 'sit' then
  sit(seat, note)
end
local is_new = event == 'arrived' or event == 'woken'
local other
if is_new or elder ~= '' then
  other = redis.call('GET', KEYS[4 - seat])
  elder = (is_new or other == elder) and other or ''
end

-- Two that watch only make for an attempt in vain: it is the lock's own command that gives it to one of them.
local is_first, is_elder_late = elder == '' or passes(elder), false
if not is_first and (event == 'waited' or can_join and is_new) then
  is_elder_late = could_take(elder)
  is_first = event == 'waited' and is_elder_late
end
if is_first and (can_join or not is_new) then
  local reply = seize()
  if reply then
    local done, failure = reply.err or pcall(function()
      if event == 'rescue' then
        redis.call('DEL', KEYS[4])
        offer(1)
        offer(2)
        return
      end
      local had = redis.call('SET', KEYS[1 + seat], '', 'GET', 'PX', SEAT_LIFE)
      if had and had ~= '' and had ~= note then
        redis.call('SET', KEYS[1 + seat], had, 'PX', SEAT_LIFE) -- we had no seat
      else
        wake(seat, calls_two)
      end
      if elder ~= '' and event == 'waited' then
        offer(3 - seat) -- our elder did not come in time
      end
    end)
    if not done then -- a key of another type, or one that this user may not write: nothing is left behind
      give_back()
      return redis.error_reply(failure.err or failure)
    end
    return reply
  end
end
if event == 'rescue' then
  return { 'asleep' }
end

-- What we watch is read last: a write of our own would end the server's watch over it.
other = other or redis.call('GET', KEYS[4 - seat])
if not other or other == '' and also == 'offer' then
  if redis.call('LLEN', KEYS[4]) == 0 then
    offer(3 - seat)
  end
  other = redis.call('GET', KEYS[4 - seat])
end
if other == '' and redis.call('LLEN', KEYS[4]) > 0 then
  other = false
end
local left = redis.call('PTTL', KEYS[1])
return { 'watching', seat, is_elder_late and -2 or left >= 0 and next_end or left, other }
