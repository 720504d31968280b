-- wrk's requests: routes between random places in the box BOX=west,south,east,north, the same for every server.
--   BOX=9.50,47.06,9.56,47.24 wrk -c 64 -t 1 -d 60 --latency -s tools/bench/random-pairs.lua http://127.0.0.1:5000
local west, south, east, north = string.match(os.getenv("BOX"), "([^,]+),([^,]+),([^,]+),([^,]+)")
local options = os.getenv("OPTIONS") or "overview=false"
math.randomseed(1)

local function place()
  return string.format("%.6f,%.6f", west + math.random() * (east - west), south + math.random() * (north - south))
end

function request()
  return wrk.format("GET", "/route/v1/driving/" .. place() .. ";" .. place() .. "?" .. options)
end
