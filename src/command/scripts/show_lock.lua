-- Returns all that a lock's keys hold, at one moment. Only reads.
-- KEYS lock, [two seats, fence]   ARGV an unused argument, the most holders
-- {type, clock in microseconds, ms left, note on seat 1, on seat 2, fence, holder, ...}
-- A string's holder is its value. The holders in a sorted set are {member, score}, without ''.
local function text(key)
  local value = key and redis.pcall('GET', key) or ''
  return type(value) == 'string' and value or ''
end

local kind = redis.call('TYPE', KEYS[1]).ok
local time = redis.call('TIME')
local clock = time[1] * 1000000 + time[2]
local reply = { kind, clock, redis.call('PTTL', KEYS[1]), text(KEYS[2]), text(KEYS[3]), text(KEYS[4]) }
if kind == 'string' then
  reply[7] = string.sub(text(KEYS[1]), 1, 65537)
elseif kind == 'zset' then
  local now = string.format('(%.0f', math.floor(clock / 1000))
  local holders = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf', 'WITHSCORES', 'LIMIT', '0', ARGV[2])
  for n = 1, #holders, 2 do
    reply[#reply + 1] = { string.sub(holders[n], 1, 65600), holders[n + 1] }
  end
end
return reply
