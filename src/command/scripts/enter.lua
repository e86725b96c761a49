-- Takes a share of the lock, or keeps it if there is one of ours already: may be repeated when a reply was lost. Who waits for it in
-- the queue goes first: unless all words are there still that the head has called the next with, so that nobody is in line. ('+'
-- stands for a head that has taken its share; a word of somebody else's is from before that head, and says nothing.) Who is not going
-- to wait in line, and so will not find out that the head has died, takes a free one unless the head has been there just now. An
-- exclusive lock with our token is left alone: another object may hold it, at any age of this command. downgrade.lua changes it.
-- KEYS lock, head, signal, fence if it is to be told   ARGV token, ttl in ms, more than how many ms the key of the head has to last
-- so that we give way to it though the lock is free (0: we always do), with how many ms a head sets its key (if it lasts longer, the
-- server's clock was set back and the key says nothing), permits (0: any number), weight
-- OK: ours for ttl from now, or longer   {f}: the same, and f is the fencing token drawn last   n: not, for n more ms   -1: not,
-- and there is no expiry
local ttl, permits = tonumber(ARGV[2]), tonumber(ARGV[#ARGV - 1])
-- Before the first write, because a counter of another type ends the script here.
local fence = KEYS[4] and tonumber(redis.call('GET', KEYS[4]) or nil)
if not is_other and not ours then
  local head = redis.pcall('GET', KEYS[2])
  if type(head) == 'string' and head ~= ARGV[1] then
    local words = redis.pcall('LRANGE', KEYS[3], '0', '1')
    local is_followed = words[1] ~= head or head == '+' and permits == 0 and words[2] ~= head
    local lasts = redis.call('PTTL', KEYS[2])
    if is_followed and (left >= 0 or lasts > tonumber(ARGV[3]) and lasts <= tonumber(ARGV[4])) then
      return left
    end
  end
end
local next_end = enter(ttl, permits)
if next_end then
  return next_end
end
return fence and { fence } or redis.status_reply('OK')
