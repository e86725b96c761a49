-- Returns whether all locks are ours, and for how long.
-- KEYS locks   ARGV token
-- n: ours for n more ms   -1: ours, without expiry   {'lost', n}: the nth is not ours
if lost then
  return { 'lost', lost }
end
local least = -1
for _, lock in ipairs(ours) do
  local left = redis.call('PTTL', lock)
  if least == -1 or left ~= -1 and left < least then
    least = left
  end
end
return least
