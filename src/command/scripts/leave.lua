-- Gives our share back.
-- KEYS lock   ARGV token, weight
-- 1: done   0: not ours any more
if ends then
  leave()
end
return ours and 1 or 0
