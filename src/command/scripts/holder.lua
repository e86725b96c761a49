-- The head of most scripts: who holds KEYS[1]? `holder` is false when nobody does, `ours` tells whether it is ARGV[1].
-- A key of another type is somebody else's lock. Any other error says nothing about the holder and is passed on.
local holder = redis.pcall('GET', KEYS[1])
if type(holder) == 'table' and not string.find(holder.err, 'WRONGTYPE', 1, true) then
  return redis.call('GET', KEYS[1]) -- fails as before, and the error has this line
end
local ours = holder == ARGV[1]
