-- A sleeper looks whether the two that watch are alive: a lock that is free at two looks, with the same notes on the seats,
-- is not taken. Then it offers both seats. Behind seats.lua, and take.lua, take_share.lua or take_elsewhere.lua.
-- KEYS lock, two seats, vacant, looks   ARGV token, seat_life, look_period (ms), what it saw last
-- {'held', looks}   {'offered', looks}
-- {'free', looks, seen}: look again after a moment
-- looks: how many sleepers have begun to look within look_period, this one included. Only the first of them looks.
local looks = ARGV[4] == '' and redis.call('INCR', KEYS[5]) or 1
if looks == 1 and ARGV[4] == '' then
  expire(KEYS[5], ARGV[3])
end
if looks > 1 or until_free(1) ~= -2 then
  return { 'held', looks }
end
local seen = ''
for seat = 1, 2 do
  local note = redis.call('GET', seats[seat]) or ''
  local _, weight = arrival_and_weight(note)
  if weight and until_free(weight) ~= -2 then -- there is no room for that waiter, and this one is behind it
    return { 'held', looks }
  end
  seen = seen .. note .. ' '
end
if seen ~= ARGV[4] then
  return { 'free', looks, seen }
end
redis.call('DEL', vacant)
for seat = 2, 1, -1 do -- the waiter that has slept for longest gets the first
  redis.call('SET', seats[seat], '', 'PX', seat_life)
  wake(seat, 1)
end
return { 'offered', looks }
