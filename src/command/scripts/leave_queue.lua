-- A waiter leaves the queue: it offers its seat, and one that it has popped and does not take.
-- KEYS lock, two seats, vacant seats   ARGV note, life of a seat in ms, the seat that it has popped (0: none)
-- 1: it has offered one   0: not
local offered = 0
for seat = 1, 2 do
  local waiter = redis.call('GET', KEYS[1 + seat])
  if waiter == ARGV[1] or ARGV[3] == tostring(seat) and (not waiter or waiter == '') then
    offer(seat)
    offered = 1
  end
end
return offered
