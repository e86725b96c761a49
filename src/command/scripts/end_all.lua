-- Ends every claim.
-- KEYS lock   ARGV an unused word, weight
-- n: so many there were
local number = is_other and 1 or redis.call('ZCOUNT', KEYS[1], now, '+inf')
redis.call('DEL', KEYS[1])
return number
