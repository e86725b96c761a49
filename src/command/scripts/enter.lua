-- Takes a share of the lock, or keeps it if there is one of ours already: may be repeated when a reply was lost. Who waits for it in
-- the queue goes first, even if it is free: who has just given it back is quicker than the head, who has yet to be woken. Unless all
-- words that the head has called the next with are there still: then nobody is in line. ('+' stands for a head that has its share; a
-- word of somebody else's is from before that head, and says nothing.)
-- KEYS lock, head, signal, fence if it is to be told   ARGV token, ttl in ms, permits (0: any number), weight
-- OK: ours for ttl from now, or longer   {f}: the same, and f is the fencing token drawn last   n: not, for n more ms   -1: not,
-- and there is no expiry
if is_other then
  return left
end
local permits = tonumber(ARGV[#ARGV - 1])
if not ours then
  local head = redis.pcall('GET', KEYS[2])
  if type(head) == 'string' and head ~= ARGV[1] then
    local words = redis.pcall('LRANGE', KEYS[3], '0', '1')
    if words[1] ~= head or head == '+' and permits == 0 and words[2] ~= head then
      return math.max(left, 0)
    end
  end
end
local next_end = enter(tonumber(ARGV[2]), permits)
if next_end then
  return next_end
end
local fence = KEYS[4] and tonumber(redis.call('GET', KEYS[4]) or nil)
return fence and { fence } or redis.status_reply('OK')
