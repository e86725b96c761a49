-- The prelude of the queue's scripts (docs/protocol.md). A waiter on a seat watches the lock. All
-- others sleep in BLPOP of `vacant`. A seat holds a waiter's note "arrival:weight:patience:token",
-- or '' while it is offered.   KEYS lock, two seats, vacant   ARGV[2] seat_life in ms
local lock, seats, vacant, seat_life = KEYS[1], { KEYS[2], KEYS[3] }, KEYS[4], ARGV[2]

-- Returns arrival in microseconds and weight (0: exclusive); of a foreign note, infinity and nil.
local function arrival_and_weight(note)
  local arrival, weight = string.match(note, '^(%d+):(%d+)')
  return tonumber(arrival) or math.huge, tonumber(weight)
end

-- Returns the time of this server in microseconds.
local function server_clock()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

-- Writes to a seat that no other waiter has. A note replaces a younger one. Returns the old text.
local function write(seat, note, text)
  local had = redis.call('SET', seats[seat], text, 'GET', 'PX', seat_life)
  if had and had ~= '' and had ~= note and (text == '' or arrival_and_weight(had) <= arrival_and_weight(note)) then
    redis.call('SET', seats[seat], had, 'PX', seat_life)
  end
  return had
end

-- Returns whether the seat of the waiter with this note is offered, or has a younger waiter.
local function has_lost(seat, note)
  local had = redis.call('GET', seats[seat]) or ''
  return had ~= note and (had == '' or arrival_and_weight(note) < arrival_and_weight(had))
end

-- Sets an expiry. If this user may not do that, deletes the key, which would stay for ever.
local function expire(key, life)
  local failure = redis.pcall('PEXPIRE', key, life)
  if type(failure) == 'table' then
    redis.call('DEL', key)
    error(failure)
  end
end

-- Offers a seat, which holds '', to the sleeper that has slept for longest, or to the first two.
local function wake(seat, count)
  local offers = count == 2 and redis.call('LPUSH', vacant, seat, seat) or redis.call('LPUSH', vacant, seat)
  if offers > 3 then -- more than one script makes, so no waiter sleeps
    redis.call('LTRIM', vacant, '0', '2')
  end
  expire(vacant, seat_life)
end

-- Offers a vacant seat unless an offer is left, because then no waiter sleeps. Returns if it did.
local function offer(seat)
  local must_offer = redis.call('LLEN', vacant) == 0
  if must_offer then
    redis.call('SET', seats[seat], '', 'PX', seat_life)
    wake(seat, 1)
  end
  return must_offer
end
