-- A part of wait.lua for shares, permits and locks of a quorum. Behind seats.lua.
-- Returns where a waiter sits that was woken for this seat: beside a waiter that has come to it meanwhile, and goes first.
local function seat_beside(seat, arrival, passes)
  local note = redis.call('GET', seats[seat]) or ''
  local is_behind = note ~= '' and arrival_and_weight(note) < arrival and not passes(note)
  return is_behind and 3 - seat or seat
end
