-- Interlude's error pages for gateways made of nginx and Lua. Written by `interlude build`.
-- apisix.yaml and kong.yaml say how to use it. With nginx's own Lua module, in a location that proxies:
--   header_filter_by_lua_block { require("interlude").header_filter() }
--   body_filter_by_lua_block { require("interlude").body_filter() }

local root = "/var/www/error-pages"
-- The site cannot answer. To brand a 4xx, add it here; 401 and 407 are missing on purpose: clients that log in
-- need the original answer.
local replaced = { [500] = true, [502] = true, [503] = true, [504] = true }
local retry_after = { [502] = "30", [503] = "60", [504] = "60" }
-- With a charset, also where a type has none: nginx would otherwise add that of the application's own answer.
local types = {
  html = "text/html; charset=utf-8",
  json = "application/problem+json; charset=utf-8",
  xml = "application/problem+xml; charset=utf-8",
  txt = "text/plain; charset=utf-8",
}

-- What may be written for a language, and the folder of its pages.
local folders = {
  ["en"] = "en",
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

-- The bytes of a page, read once; false if there is none.
local pages = {}
local function page(name)
  if pages[name] == nil then
    local file = io.open(root .. "/" .. name, "rb")
    pages[name] = file and file:read("*a") or false
    if file then file:close() end
  end
  return pages[name]
end

-- A field that was sent several times counts as one list.
local function field(name)
  local value = ngx.req.get_headers()[name]
  return type(value) == "table" and table.concat(value, ",") or value
end

-- What the gateway says of the connection and of itself; all else was about the application's own body.
local kept = { connection = true, date = true, server = true, via = true, ["transfer-encoding"] = true }

local M = {}

function M.header_filter()
  local status = ngx.status
  if not replaced[status] or ngx.var.uri:find("^/api/") then return end
  local language, format = choose_language(field("accept-language")), choose_format(field("accept"))
  local body = page(language .. "/" .. status .. "." .. format)
  if not body then return end
  local header = ngx.header
  local wait = header["Retry-After"] or retry_after[status]
  for name in pairs(ngx.resp.get_headers(0)) do
    if not kept[name:lower()] then header[name] = nil end
  end
  header["Content-Type"] = types[format]
  header["Content-Length"] = #body
  header["Content-Language"] = language
  header["Cache-Control"] = "no-store"
  header["Vary"] = "Accept, Accept-Language"
  header["X-Robots-Tag"] = "noindex"
  header["Retry-After"] = wait
  header["Server-Timing"] = ngx.req.get_method() == "GET" and "method;desc=GET" or nil
  ngx.ctx.interlude_page = body
end

-- The page in the place of the first part of the body, and nothing in the place of the others.
function M.body_filter()
  local body = ngx.ctx.interlude_page
  if body == nil then return end
  ngx.arg[1] = body
  ngx.arg[2] = true
  ngx.ctx.interlude_page = ""
end

return M
