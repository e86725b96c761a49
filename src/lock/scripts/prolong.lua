-- prolong(ttl): the lock lives for ttl from now at least. It never lives shorter for it: a command whose sender has given
-- it up may come at any later time, when the lease is a longer one.
local function prolong(ttl)
  if redis.call('PTTL', KEYS[1]) < tonumber(ttl) then -- -1, no expiry, is less too
    redis.call('PEXPIRE', KEYS[1], ttl)
  end
end
