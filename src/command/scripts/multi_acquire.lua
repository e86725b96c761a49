-- Takes all locks or none. A lock can be taken if it is free, if it is ours, or if it holds the
-- token that is named for it: then this client took it before, as the first of several.
-- KEYS locks; with fencing tokens: then a counter for each
-- ARGV token, ttl in ms, life of the counters in ms (0: there are none); then a token for each lock
-- OK: all are ours for ttl from now, or longer   {'taken', f, ...}: so, with these fencing tokens
-- {'held', n, left}: the nth lock is another owner's for left more ms (-1: without expiry)
local ttl, life = tonumber(ARGV[2]), tonumber(ARGV[3])
local count = life > 0 and #KEYS / 2 or #KEYS
local left = {}
for n = 1, count do
  local holder = redis.pcall('GET', KEYS[n])
  if type(holder) == 'table' and not string.find(holder.err, 'WRONGTYPE', 1, true) then
    return redis.call('GET', KEYS[n]) -- fails as before, and the error has this line
  end
  if holder and holder ~= ARGV[1] and holder ~= ARGV[3 + n] then
    return { 'held', n, redis.call('PTTL', KEYS[n]) }
  end
  left[n] = holder == ARGV[1] and redis.call('PTTL', KEYS[n]) or -2
end
local reply = { 'taken' }
if life > 0 then
  for n = 1, count do
    local fence, failure = next_fence(KEYS[count + n], life)
    if failure then
      return failure
    end
    reply[n + 1] = fence
  end
end
for n = 1, count do
  if left[n] == -1 then -- no expiry, which another client removed, is longer
    redis.call('PERSIST', KEYS[n]) -- no change, but a write, which a replica refuses
  else
    redis.call('SET', KEYS[n], ARGV[1], 'PX', math.max(left[n] + 1, ttl)) -- later, as in claim.lua
  end
end
return life > 0 and reply or redis.status_reply('OK')
