-- A sleeper checks whether the watchers are alive. If the lock is free at two looks, with the same
-- notes on the seats, it is not taken. Then both seats are offered. If the lock is held, and no
-- seat's key exists, one is offered. Behind seats.lua and take*.lua.
-- KEYS lock, two seats, vacant, looks   ARGV token, seat_life, look_period (ms), what it saw last
-- {'held', looks}   {'offered', looks}
-- {'free', looks, seen}: look again after a moment
-- looks: sleepers that have begun to look within look_period, with this one. Only the first looks.
local looks = ARGV[4] == '' and redis.call('INCR', KEYS[5]) or 1
if looks == 1 and ARGV[4] == '' then
  expire(KEYS[5], ARGV[3])
end
if looks > 1 then
  return { 'held', looks }
end
if until_free(1) ~= -2 then
  if redis.call('EXISTS', seats[1], seats[2]) == 0 then
    offer(1) -- the sleeper on it offers the other one
  end
  return { 'held', looks }
end
local seen = ''
for seat = 1, 2 do
  local note = redis.call('GET', seats[seat]) or ''
  local _, weight = arrival_and_weight(note)
  if weight and until_free(weight) ~= -2 then -- no room for that waiter, which goes first
    return { 'held', looks }
  end
  seen = seen .. note .. ' '
end
if seen ~= ARGV[4] then
  return { 'free', looks, seen }
end
redis.call('DEL', vacant)
for seat = 2, 1, -1 do -- the sleeper that has slept for longest gets seat 1
  redis.call('SET', seats[seat], '', 'PX', seat_life)
  wake(seat, 1)
end
return { 'offered', looks }
