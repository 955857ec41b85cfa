-- Arguments: requests per second over all connections (0: as fast as possible), body, then header names and values.
-- Prints one line of JSON when done.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } bench_timespec;
  int clock_gettime(int clock, bench_timespec *time);
]]

local MONOTONIC = 1
local time = ffi.new("bench_timespec")
local interval, next_slot, request_text

local function now_ms()
  ffi.C.clock_gettime(MONOTONIC, time)
  return tonumber(time.seconds) * 1000 + tonumber(time.nanoseconds) / 1e6
end

-- An open schedule: each request takes the next slot, however long earlier ones took, as long as a connection is free.
local function paced_delay()
  local now = now_ms()
  next_slot = (next_slot or now) + interval
  return math.max(0, math.floor(next_slot - now + 0.5))
end

function init(args)
  local rate = tonumber(args[1])
  local headers = {}
  for index = 3, #args, 2 do headers[args[index]] = args[index + 1] end
  request_text = wrk.format("POST", nil, headers, args[2])
  if rate > 0 then
    interval = 1000 / rate
    delay = paced_delay
  end
end

function request()
  return request_text
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"durationMs":%.3f,"p50Ms":%.3f,"p99Ms":%.3f,"failures":{"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}}\n',
    summary.requests, summary.duration / 1000, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect, errors.read, errors.write, errors.status, errors.timeout))
end
