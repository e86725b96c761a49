-- tell_newcomers(key): tells the connections that have read the key, and leaves nothing behind: a key whose time is over as
-- it is written. Valkey does not write that at all.
local is_valkey = rawget(_G, 'server') ~= nil
local function tell_newcomers(key)
  if is_valkey then
    redis.call('SET', key, '')
    redis.call('DEL', key)
  else
    redis.call('SET', key, '', 'PXAT', 1)
  end
end
