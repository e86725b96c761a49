-- Looks at some keys of a server, and returns those that hold a lock. Only reads.
-- ARGV an unused argument, cursor, pattern, how many keys to look at, '1' for tokens of any form
-- {cursor, {key, type, ms left, value or member}, ...}
-- A generated token is 32 hex digits, with ':' and a label or without. A share is 'weight:token'.
local any = ARGV[5] == '1'
local function is_token(text)
  local rest = string.match(text, '^%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x(.?)')
  return rest == '' or rest == ':' or any and text ~= ''
end

local found = redis.call('SCAN', ARGV[2], 'MATCH', ARGV[3], 'COUNT', ARGV[4])
local reply = { found[1] }
for _, key in ipairs(found[2]) do
  if not string.find(key, ':redislock:%l+%d?$') then
    local kind, value = redis.call('TYPE', key).ok, nil
    if kind == 'string' then
      value = redis.call('GETRANGE', key, '0', '299')
      value = is_token(value) and value
    elseif kind == 'zset' then
      local last = redis.call('ZREVRANGE', key, '0', '0')[1] or ''
      local token = string.match(last, '^%d+:(.*)')
      value = token and is_token(token) and string.sub(last, 1, 311)
    end
    local left = value and redis.call('PTTL', key)
    if value and (left >= 0 or not any) then
      reply[#reply + 1] = { key, kind, left, value }
    end
  end
end
return reply
