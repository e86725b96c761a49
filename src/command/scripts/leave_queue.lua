-- A waiter leaves without the lock, or with a quorum's lock, and offers its seat. Behind seats.lua.
-- KEYS lock, two seats, vacant   ARGV rest of the note, seat_life in ms, popped, count, late
-- popped: the seat that it has popped and did not take, or 0   count: how many sleepers it wakes
-- late: the note of its elder, if it has taken the lock because the elder was late; else ''
-- 1: it has offered a seat   0: it had none
local rest, popped, late, offered = ARGV[1], tonumber(ARGV[3]), ARGV[5], 0
for seat = 1, 2 do
  local note = redis.call('GET', seats[seat]) or ''
  local is_own = string.match(note, '^%d+:(.*)') == rest
  if is_own or note ~= '' and note == late or note == '' and popped == seat then
    redis.call('SET', seats[seat], '', 'PX', seat_life)
    wake(seat, is_own and tonumber(ARGV[4]) or 1)
    offered = 1
  end
end
return offered
