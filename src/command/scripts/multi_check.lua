-- The prelude of scripts for several locks. `lost`: the number of the first lock that is not ours.
-- `held`: whether another owner holds it. `ours`: the locks that are ours. `count`: of all locks.
-- A key of another type is another owner's lock. Other errors say nothing of the holder: passed on.
local count = ARGV[2] == 'queue' and #KEYS / 4 or #KEYS
local lost, held, ours = nil, false, {}
for n = 1, count do
  local holder = redis.pcall('GET', KEYS[n])
  if type(holder) == 'table' and not string.find(holder.err, 'WRONGTYPE', 1, true) then
    return redis.call('GET', KEYS[n]) -- fails as before, and the error has this line
  end
  if holder == ARGV[1] then
    ours[#ours + 1] = KEYS[n]
  elseif not lost then
    lost, held = n, holder and true
  end
end
