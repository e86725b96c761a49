-- Lists the holders of the lock. A holder whose lease ends earlier comes earlier.
-- KEYS lock   ARGV our token (may be empty), the most holders to be listed, permits, weight
-- {p, n, token, n, token, ...}: p permits taken, each for n more ms   {permits}: another's lock
-- Another's token is cut to what a label needs, so the reply for a thousand holders is below 1 MiB.
local LONGEST = 900
local function shown(token)
  if #token <= LONGEST or token == ARGV[1] then
    return token
  end
  local cut = string.sub(token, 1, LONGEST)
  return cut == ARGV[1] and string.sub(cut, 2) or cut -- never our token by chance
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
