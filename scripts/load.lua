-- Requests for load.sh: random positions from a list; with a pause between two requests of a connection if one is asked for.
local paths = {}
for line in io.lines(os.getenv("LIST")) do
  paths[#paths + 1] = line
end
math.randomseed(os.time())
local pause = tonumber(os.getenv("PAUSE") or "0")

request = function()
  return wrk.format("GET", paths[math.random(#paths)])
end

if pause > 0 then
  -- Spread, or the connections would march in step.
  delay = function()
    return math.random(0, 2 * pause)
  end
end

done = function(summary, latency)
  local errors = summary.errors
  print(string.format("requests/s %.0f   p50 %.2f ms   p99 %.2f ms   p99.9 %.2f ms   errors %d",
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    latency:percentile(99.9) / 1000, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
