-- The prelude of the queue's scripts. Who has a seat watches the lock; all other waiters sleep in a pop of the list of vacant seats.
-- KEYS[2], KEYS[3] are the seats, KEYS[4] is that list. A seat holds its waiter's note "weight:patience:token" (weight 0: wants the
-- exclusive lock), or '' while it is offered. ARGV[2] is the life of all of them in ms.
local SEAT_LIFE = ARGV[2]

-- Puts the note on the seat, unless another waiter sits there: then we watch without a seat.
local function sit(seat, note)
  local had = redis.call('SET', KEYS[1 + seat], note, 'GET', 'PX', SEAT_LIFE)
  if had and had ~= '' and had ~= note then
    redis.call('SET', KEYS[1 + seat], had, 'PX', SEAT_LIFE)
    return false
  end
  return true
end

-- Has the waiter that has slept for longest come to this seat, which is empty; two of them, if `twice`.
local function wake(seat, twice)
  local offers = twice and redis.call('LPUSH', KEYS[4], seat, seat) or redis.call('LPUSH', KEYS[4], seat)
  if offers > 2 then
    redis.call('LTRIM', KEYS[4], '0', '1')
  end
  local failure = redis.pcall('PEXPIRE', KEYS[4], SEAT_LIFE)
  if type(failure) == 'table' then -- without that permission the list would stay for ever
    redis.call('DEL', KEYS[4])
    error(failure)
  end
end

local function offer(seat)
  redis.call('SET', KEYS[1 + seat], '', 'PX', SEAT_LIFE)
  wake(seat)
end
