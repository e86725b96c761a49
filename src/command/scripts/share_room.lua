-- Takes a share, or makes ours last for ttl from now or longer: nil. Without room: ms until there
-- may be room, -1 if there is no such time. Error reply: the set is as it was. Behind
-- share_count.lua.
local function enter(ttl, permits)
  local weight = tonumber(ARGV[#ARGV])
  local wait = until_room(permits, weight)
  if not ours then
    if wait then
      return wait
    end
    holders, extra_permits = holders + 1, extra_permits + weight - 1
  end
  -- Always later than before, so that a late change of kind is refused (upgrade.lua).
  local lasts = string.format('%.0f', math.max(ours and ends + 1 or 0, now + ttl))
  local done, failure = pcall(function()
    if left == -2 then -- no key yet: this fails before the first write if the user may not do it
      redis.call('PEXPIREAT', KEYS[1], lasts)
    end
    if extra_permits > 0 then
      redis.call('ZADD', KEYS[1], lasts, member, text_of_count(), '')
    else
      redis.call('ZADD', KEYS[1], lasts, member)
    end
    if left == -2 then
      redis.call('PEXPIREAT', KEYS[1], lasts)
    else
      redis.call('PEXPIREAT', KEYS[1], lasts, 'GT') -- only later; a removed expiry stays removed
    end
  end)
  if not done then -- this user may not write it
    if left ~= -2 and not ours then
      redis.call('ZREM', KEYS[1], member)
    end
    return redis.error_reply(failure.err or failure)
  end
end
