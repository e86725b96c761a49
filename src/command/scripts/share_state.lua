-- The state that most scripts read first. `left`: the key's PTTL. `ends`: when our lease ends, if
-- it is there. `ours`: it has not ended. `count`: the score of the member '', if there is one.
-- `is_other`: no sorted set, but another owner's lock. `is_symfonys_writer`: in Symfony's set, like
-- ours, `__write__` marks a writer. Other errors say nothing about the holders: they are passed on.
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
