local failure = look()
if failure then
  return failure
end
