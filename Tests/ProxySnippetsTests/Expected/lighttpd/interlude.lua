-- Example's error pages for lighttpd's mod_magnet; interlude.conf says how to use it. Written by `interlude build`.

-- The pages are expected here.
local pages = "/var/www/error-pages"

-- The codes that get a page, with the seconds after which a second attempt makes sense, or 0. Errors of single
-- requests are left to your application: take away the -- to brand one, whoever makes it. 401 and 407 are missing on
-- purpose: clients that log in need the original answer.
local codes = {
  --[404] = 0, -- Not Found
  --[408] = 0, -- Request Timeout
  --[431] = 0, -- Request Header Fields Too Large
  [500] = 0, -- Internal Server Error
  [502] = 30, -- Bad Gateway
  [503] = 60, -- Service Unavailable
}

-- What may be written for a language, and the folder of its pages.
local folders = {
  ["zh-hans"] = "zh-Hans",
  ["pt-br"] = "pt-BR",
  ["zh-cn"] = "zh-Hans",
  ["zh-sg"] = "zh-Hans",
  ["en"] = "en",
  ["pt"] = "pt-BR",
  ["zh"] = "zh-Hans",
}

-- The language that is wanted most; among equals the first one named (RFC 9110, section 12.5.4).
local function choose_language(header)
  local best, most = "en", 0
  for item in (header or ""):lower():gmatch("[^,]+") do
    local range, rest = item:match("^%s*([%w-]+)%s*(.-)%s*$")
    local weight = rest == "" and 1 or tonumber((rest or ""):match("^;%s*q=([%d.]+)$") or 0) or 0
    -- A variety that there are no pages in, such as de-at, counts as its language.
    while range and not folders[range] do range = range:match("^(.+)-[^-]*$") end
    if range and weight > most then best, most = folders[range], weight end
  end
  return best
end

-- The format of a media type, or nil.
local function format_of(type)
  if type == "text/html" or type == "application/xhtml+xml" then return "html" end
  if type:match("^application/.*json$") then return "json" end
  if type:match("^application/.*xml$") or type:match("^text/.*xml$") then return "xml" end
  if type == "text/plain" then return "txt" end
end

-- Browsers get HTML, programs that ask for it JSON or XML (RFC 9457), and all others, such as curl, text.
-- The first type that is wanted without reservation, or at all.
local function choose_format(header)
  local second
  for item in (header or ""):lower():gmatch("[^,]+") do
    local type, rest = item:match("^%s*([^%s;]+)(.*)$")
    local format = type and format_of(type)
    local weight = tonumber((rest or ""):match("[;%s]q=([%d.]+)") or 1) or 0
    if format and weight >= 1 then return format end
    if format and weight > 0 then second = second or format end
  end
  return second or "txt"
end

local types = {
  html = "text/html; charset=utf-8",
  json = "application/problem+json",
  xml = "application/problem+xml",
  txt = "text/plain; charset=utf-8",
}

local r = lighty.r
local status = r.req_item.http_status
local wait = codes[status]
if not wait then return 0 end

local language = choose_language(r.req_header["Accept-Language"])
local format = choose_format(r.req_header["Accept"])
local file = pages .. "/" .. language .. "/" .. status .. "." .. format
-- Without the page the answer stays as it is.
if not lighty.c.stat(file) then return 0 end

-- The fields describe the application's own body; nothing of it is left.
local names = {}
for name in pairs(r.resp_header) do names[#names + 1] = name end
for _, name in ipairs(names) do r.resp_header[name] = nil end

r.resp_header["Content-Type"] = types[format]
r.resp_header["Content-Language"] = language
r.resp_header["Cache-Control"] = "no-store"
r.resp_header["X-Robots-Tag"] = "noindex"
r.resp_header["Vary"] = "Accept, Accept-Language"
if wait > 0 then r.resp_header["Retry-After"] = tostring(wait) end
-- Tells the page that it may load itself again: nobody's form is sent twice.
if r.req_attr["request.method"] == "GET" then r.resp_header["Server-Timing"] = "method;desc=GET" end
r.resp_body.set({ { filename = file } })
return status
