-- How a waiter takes a lock of a quorum: not by wait.lua, because this server has one vote only.
-- A waiter that learns that it has no elder asks all servers. A part of wait.lua and look_after_seats.lua, behind seats.lua.
local function passes()
  return false
end

-- As take.lua.
local function until_free()
  return redis.call('PTTL', lock)
end

local function take()
  return nil
end

local wakes, give_back, waits_for_other
local sits_beside = true
