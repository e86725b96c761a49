-- Takes a share of a lock, or permits, for wait.lua and look_after_seats.lua. Behind
-- share_prelude.lua, share_state.lua, share_count.lua, share_room.lua and seats.lua.
-- KEYS[5] counter of fencing tokens, if fenced
-- ARGV token, seat_life, ttl, …, permits (0: any number), weight
local permits = tonumber(ARGV[#ARGV - 1]) -- 0: a reader
local wakes = permits == 0 and 2 or 1 -- readers: each wakes two, so a crowd goes in by doubling
local sits_beside = true -- two readers are woken for one seat
local waits_for_other = permits > 0 -- the other waiter may be older, and heavier
must_sweep = permits > 0 -- each reader's first attempt has swept (share_acquire.lua)
local known -- what until_free() returns after take() has found no room

-- Returns the ms until there may be room for this weight. -1: no such time. -2: there is room.
local function until_free(weight, is_elder)
  if known then
    return known
  end
  if is_elder and ARGV[5] ~= 'late' then -- unless it is late, the elder itself shows if it has room
    redis.call('PTTL', lock) -- so that the server tracks the lock
    return -2
  end
  local failure = look()
  if failure then
    error(failure)
  end
  return weight == 0 and left or until_room(permits, weight) or -2
end

-- Returns whether this waiter goes before its elder. A reader keeps no other reader out.
local function passes(elder, is_elder_late)
  local _, weight = arrival_and_weight(elder)
  return permits == 0 and weight > 0 or is_elder_late and until_free(weight) == -2
end

-- Undoes take(). A share that was ours before stays: another object with our token has it.
local function give_back()
  if ours then
    return
  end
  leave(nil, score_of_count(redis.call('ZSCORE', lock, '')))
end

-- Returns the reply, or nil if there is no room.
local function take()
  local failure = look()
  if failure then
    error(failure)
  end
  -- Before the first write, because a counter of another type ends the script here.
  local fence = KEYS[5] and tonumber(redis.call('GET', KEYS[5]) or nil)
  failure = enter(tonumber(ARGV[3]), permits)
  if type(failure) == 'table' then
    error(failure)
  end
  if failure then
    known = failure
    return nil
  end
  return fence and { 'taken', fence } or { 'taken' }
end
