-- Turns our lock into a share. As in upgrade.lua, the first command moves the expiry of our lock.
-- KEYS lock; in a cluster then a key that does not exist, so that the server refuses the script
-- while the slot migrates   ARGV token, ttl in ms, by how many ms to move the expiry
-- To change: token, ttl in ms, until when, and the lock's expiry, in ms by the server's clock
-- {now, expires}: our lock may become a share, and expires then   OK: it is a share, now or already
-- n: another owner has the lock for n more ms   -1: the lock has no expiry   -2: the lock is free
local expires = redis.call('PEXPIRETIME', KEYS[1])
local ends = type(holder) == 'table' and redis.pcall('ZSCORE', KEYS[1], '1:' .. ARGV[1])
if type(ends) == 'string' and tonumber(ends) > 1000 * redis.call('TIME')[1] then
  return redis.status_reply('OK')
end
if not ours or expires < 0 then
  return redis.call('PTTL', KEYS[1])
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not ARGV[4] then
  expires = expires + ARGV[3]
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', expires))
end
if not ARGV[4] or now > tonumber(ARGV[3]) or expires ~= tonumber(ARGV[4]) then
  return { now, expires }
end
local lasts = string.format('%.0f', math.max(expires + 1, now + ARGV[2]))
redis.call('PEXPIREAT', KEYS[1], lasts)
-- A check: if this user may do it and the server has room, it fails because the key is a string.
local refusal = redis.pcall('ZADD', KEYS[1], 'XX', lasts, ARGV[1])
if not string.find(refusal.err, 'WRONGTYPE', 1, true) then
  return refusal
end
redis.call('DEL', KEYS[1])
redis.call('ZADD', KEYS[1], lasts, '1:' .. ARGV[1])
redis.call('PEXPIREAT', KEYS[1], lasts)
return redis.status_reply('OK')
