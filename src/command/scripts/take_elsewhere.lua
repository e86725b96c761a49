-- Takes no lock for a waiter of a quorum, because this server has one vote only. A waiter without
-- an elder asks all servers. For wait.lua and look_after_seats.lua, behind seats.lua.
local function passes()
  return false
end

-- As in take.lua.
local function until_free()
  return redis.call('PTTL', lock)
end

local function take()
  return nil
end

local wakes, give_back, waits_for_other
local sits_beside = true
