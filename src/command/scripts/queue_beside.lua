-- A part of wait.lua for shares, permits and locks of a quorum. Behind seats.lua.
-- Returns a woken waiter's seat: the other one, if an older waiter that goes first has this seat.
local function seat_beside(seat, arrival, passes)
  local note = redis.call('GET', seats[seat]) or ''
  local is_behind = note ~= '' and arrival_and_weight(note) < arrival and not passes(note)
  return is_behind and 3 - seat or seat
end
