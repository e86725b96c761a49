-- Whether we have a share, and for how long.
-- KEYS lock   ARGV token, weight
-- n: for n more ms   -2: no
return ours and ends - now or -2
