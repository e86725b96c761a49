-- The prelude of the queue's scripts (docs/protocol.md). A waiter on a seat watches the lock. All
-- others sleep in BLPOP of `vacant`. A seat holds a waiter's note "arrival:weight:patience:token",
-- or '' while it is offered.   KEYS lock, two seats, vacant   ARGV[2] seat_life in ms
local lock, seats, vacant, seat_life = KEYS[1], { KEYS[2], KEYS[3] }, KEYS[4], ARGV[2]

-- Returns arrival (us), weight (0: exclusive). Of '' or a foreign note: infinity (no elder), nil.
local function arrival_and_weight(note)
  local arrival, weight = string.match(note, '^(%d+):(%d+)')
  return tonumber(arrival) or math.huge, tonumber(weight)
end

-- Returns the time of this server in microseconds.
local function server_clock()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

-- Overwrites a seat. Then restores the old note if it is another waiter's and not younger, or if
-- this only offers. So the usual case takes one command. Returns the old text, or false.
local function write(seat, note, text)
  local had = redis.call('SET', seats[seat], text, 'GET', 'PX', seat_life)
  if had and had ~= '' and had ~= note and (text == '' or arrival_and_weight(had) <= arrival_and_weight(note)) then
    redis.call('SET', seats[seat], had, 'PX', seat_life) -- its life begins anew
  end
  return had
end

-- Returns whether this waiter's seat is offered or missing, or has a younger waiter.
local function has_lost(seat, note)
  local had = redis.call('GET', seats[seat]) or ''
  return had ~= note and (had == '' or arrival_and_weight(note) < arrival_and_weight(had))
end

-- Sets an expiry. If this user may not do that, deletes the key: what was written would stay.
local function expire(key, life)
  local failure = redis.pcall('PEXPIRE', key, life)
  if type(failure) == 'table' then
    redis.call('DEL', key)
    error(failure)
  end
end

-- Pushes one or two offers of a seat that already holds ''. They go to the first sleepers.
local function wake(seat, count)
  local offers = count == 2 and redis.call('LPUSH', vacant, seat, seat) or redis.call('LPUSH', vacant, seat)
  if offers > 3 then -- one script makes 3 at most, so old offers are left and no waiter sleeps
    redis.call('LTRIM', vacant, '0', '2')
  end
  expire(vacant, seat_life)
end

-- Offers a seat that is vacant. Returns false if an offer is left, because then no waiter sleeps.
local function offer(seat)
  local must_offer = redis.call('LLEN', vacant) == 0
  if must_offer then
    redis.call('SET', seats[seat], '', 'PX', seat_life)
    wake(seat, 1)
  end
  return must_offer
end
