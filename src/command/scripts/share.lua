-- What most of them ask first. `left`: how long the key lives; `ends`: when the lease of ARGV[1] ends, if it is there; `ours`: it
-- has not ended; `count`: the score of the member that counts, if it is there; `is_other`: the key is no sorted set, but somebody
-- else's lock; `is_symfonys_writer`: in Symfony's set of readers, which is like ours, a member of that name says that the other
-- one is a writer. Any other error says nothing about the holders and is passed on.
local now, left, ends, count, ours
local is_other, is_symfonys_writer = false, false

local function look()
  left = redis.call('PTTL', KEYS[1])
  if left ~= -2 then
    local scores = redis.pcall('ZMSCORE', KEYS[1], member, '', '__write__')
    is_other = scores.err ~= nil
    if is_other then
      -- If it fails as before, the error has this line.
      return not string.find(scores.err, 'WRONGTYPE', 1, true) and redis.call('ZMSCORE', KEYS[1], member) or nil
    end
    ends, count = tonumber(scores[1]), score_of_count(scores[2])
    is_symfonys_writer = scores[3]
  end
  now = server_time()
  ours = ends and ends > now
end
