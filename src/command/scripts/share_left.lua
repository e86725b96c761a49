-- Returns how long we have our share.
-- KEYS lock   ARGV token, weight
-- n: for n more ms   -2: we have none
return ours and ends - now or -2
