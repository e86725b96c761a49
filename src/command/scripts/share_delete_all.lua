-- Ends every claim.
-- KEYS lock   ARGV an unused argument, weight
-- n: the number of claims; another owner's lock is one
local number = (is_other or left == -1) and 1 or redis.call('ZCOUNT', KEYS[1], now, '+inf')
redis.call('DEL', KEYS[1])
return number
