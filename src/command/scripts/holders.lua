-- Who shares the lock: who may go first comes first.
-- KEYS lock   ARGV our token (may be empty), how many are to be named at most, permits, weight
-- {p, n, token, n, token, ...}: they have p permits, each for n more ms   {permits}: the lock is somebody else's, so none is free
-- Of a token that is not ours no more is shown than a label needs: a reply of a thousand holders has less than 1 MiB.
local LONGEST = 900
local function shown(token)
  if #token <= LONGEST or token == ARGV[1] then
    return token
  end
  local cut = string.sub(token, 1, LONGEST)
  return cut == ARGV[1] and string.sub(cut, 2) or cut
end

local reply = { 0 }
if left == -2 then
  return reply
end
if is_other or left == -1 then
  return { tonumber(ARGV[#ARGV - 1]) }
end
sweep()
reply[1] = taken()
local holders = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
for n = 1, #holders, 2 do
  reply[n + 1] = holders[n + 1] - now
  reply[n + 2] = shown(string.match(holders[n], '^%d+:(.*)') or holders[n])
end
return reply
