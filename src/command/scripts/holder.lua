-- The prelude of most scripts. `holder`: the value of KEYS[1], or false. `ours`: it is ARGV[1].
-- A key of another type is another owner's lock. Other errors say nothing of the holder: passed on.
local holder = redis.pcall('GET', KEYS[1])
if type(holder) == 'table' and not string.find(holder.err, 'WRONGTYPE', 1, true) then
  return redis.call('GET', KEYS[1]) -- fails as before, and the error has this line
end
local ours = holder == ARGV[1]
