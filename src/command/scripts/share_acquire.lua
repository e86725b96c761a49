-- Takes a share, or keeps ours, so it may be repeated if a reply was lost. Waiters on seats go
-- first. A client that is not going to wait takes a free lock if the same waiters were there some
-- time ago: they have crashed. An exclusive lock with our token is left alone, because another
-- object may hold it, however late this command is. downgrade.lua changes it.
-- KEYS lock, two seats, watchers, fence if wanted   ARGV token, ttl, time after which waiters next
-- to a free lock have crashed (0: never), life of watchers (ms), permits (0: any number), weight
-- OK: ours for ttl from now, or longer   {f}: the same, f is the last fencing token
-- n: not ours, for n more ms   -1: so, without expiry   -2: the lock is free, but waiters go first
local ttl, permits = tonumber(ARGV[2]), tonumber(ARGV[#ARGV - 1])
-- Before the first write, because a counter of another type ends the script here.
local fence = KEYS[5] and tonumber(redis.call('GET', KEYS[5]) or nil)
if not is_other and not ours then
  local waiters = ''
  for seat = 2, 3 do
    local note = redis.pcall('GET', KEYS[seat])
    if type(note) == 'string' and string.sub(note, -#ARGV[1]) ~= ARGV[1] then -- not our own
      waiters = waiters .. note
    end
  end
  if waiters ~= '' then
    if left >= 0 or ARGV[3] == '0' then
      return left
    end
    local were = redis.call('SET', KEYS[4], waiters, 'NX', 'GET', 'PX', ARGV[4])
    if were ~= waiters then
      redis.call('SET', KEYS[4], waiters, 'PX', ARGV[4])
      return left
    end
    local lasts = redis.call('PTTL', KEYS[4])
    if lasts > ARGV[4] - ARGV[3] and lasts <= tonumber(ARGV[4]) then
      return left
    end
  end
end
local next_end = enter(ttl, permits)
if next_end then
  return next_end
end
return fence and { fence } or redis.status_reply('OK')
