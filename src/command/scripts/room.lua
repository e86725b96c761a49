-- Takes a share, or prolongs ours. Returns nil: ours for ttl from now, or longer. n: not, and there may be room in n ms.
-- -1: not, and there is no such time. An error reply: not, and the set is as it was. Behind count.lua.
local function enter(ttl, permits)
  local weight = tonumber(ARGV[#ARGV])
  local wait = until_room(permits, weight)
  if not ours then
    if wait then
      return wait
    end
    holders, beyond_one = holders + 1, beyond_one + weight - 1
  end
  -- Later than before in any case, for a change of kind that comes late to see (upgrade.lua).
  local lasts = string.format('%.0f', math.max(ours and ends + 1 or 0, now + ttl))
  local done, failure = pcall(function()
    if beyond_one > 0 then
      redis.call('ZADD', KEYS[1], lasts, member, text_of_count(), '')
    else
      redis.call('ZADD', KEYS[1], lasts, member)
    end
    if left == -2 then
      redis.call('PEXPIREAT', KEYS[1], lasts)
    else
      redis.call('PEXPIREAT', KEYS[1], lasts, 'GT') -- later only, and not if somebody took the expiry away
    end
  end)
  if not done then -- this user may not
    if left == -2 then
      redis.call('ZREM', KEYS[1], member, '') -- all there is: a user who may give back may do that
    elseif not ours then
      redis.call('ZREM', KEYS[1], member)
    end
    return redis.error_reply(failure.err or failure)
  end
end
