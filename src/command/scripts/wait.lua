-- A waiter's step: takes the lock unless another waiter goes first (docs/protocol.md: "A step").
-- KEYS lock, two seats, vacant, fence if fenced   Behind take*.lua.
-- ARGV token, seat_life, ttl, fence_life (ms), event, seat or 0, late, arrival or '', rest of note
-- event: 'arrived': it is new. 'woken': it has popped `seat`. 'refresh': its seat expires soon.
--   'changed': the lock or the elder's seat changed, or a lease ended. 'again': the same, after a
--   vain try here. 'late': the elder `late` has had its time. 'alone': the offered seat is vacant.
-- {'taken'}, {'taken', fence}   {'asleep', arrival}: it has no seat, and pops `vacant`
-- {'watching', arrival, seat, left, elder, is_vacant}: the server tracks lock and other seat now
--     left: ms until the lock may be free, -1: there is no such time, -2: it is free
--     elder: the elder's note, or ''
--     is_vacant: 1 if this step offered the other seat, or if its popper has not sat down yet
local event, seat, late, arrival = ARGV[5], tonumber(ARGV[6]), ARGV[7], tonumber(ARGV[8]) or server_clock()
local note = string.format('%.0f:', arrival) .. ARGV[9] -- tostring() would make 1.7e+15 of it
if event == 'arrived' then
  seat = redis.call('SET', seats[1], note, 'NX', 'PX', seat_life) and 1
    or redis.call('SET', seats[2], note, 'NX', 'PX', seat_life) and 2
  if not seat then
    return { 'asleep', arrival }
  end
elseif event == 'woken' and sits_beside then
  seat = seat_beside(seat, arrival, passes) -- in queue_beside.lua, which goes with sits_beside
end
local other, elder = 3 - seat, '' -- the elder, on the other seat, arrived first and goes first
local neighbour = redis.call('GET', seats[other]) or nil -- nil: no key. '': offered. Else a note
if (neighbour or '') ~= '' and arrival_and_weight(neighbour) < arrival then
  elder = neighbour
end
-- Permits: the waiter that has popped the other seat, and is on its way, may be older and heavier.
local is_second = event == 'woken' and waits_for_other and neighbour == '' and redis.call('LLEN', vacant) == 0
local reply = not is_second and (elder == '' or passes(elder, elder == late)) and take()
if reply then
  local done, failure = pcall(function()
    if event == 'woken' then -- it is not on a seat yet, so it only passes the popped one on
      return wake(seat, wakes)
    elseif elder ~= '' and elder == late then
      redis.call('SET', seats[other], '', 'PX', seat_life)
      wake(other, 1)
    elseif (neighbour or '') == '' then -- if it was popped, its popper may have crashed
      offer(other)
    end
    if (write(seat, note, '') or note) == note then -- else it is offered, or another waiter's
      wake(seat, wakes)
    end
  end)
  if done then
    return reply
  end
  give_back() -- a seat's key has another type, or this user may not write it
  return redis.error_reply(failure.err or failure)
end
if event == 'woken' or event == 'refresh' or event == 'again' and has_lost(seat, note) then
  write(seat, note, note) -- has_lost(): also if the seat's key is gone
end
local is_vacant = neighbour == '' and redis.call('LLEN', vacant) == 0
if not neighbour and event ~= 'arrived' or is_vacant and event == 'alone' then
  is_vacant = offer(other) -- not if it is new: the next new waiter takes a seat without a key
  redis.call('GET', seats[other]) -- again, because the write has ended the server's tracking
end
local _, weight = arrival_and_weight(elder ~= '' and elder or note) -- of the waiter that goes first
return { 'watching', arrival, seat, until_free(weight, elder ~= ''), elder, is_vacant and 1 or 0 }
