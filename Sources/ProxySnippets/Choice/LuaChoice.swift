/// The choice of language and format as two Lua functions, for proxies that run Lua 5.1 and later.
struct LuaChoice {
  let languages: [String]

  /// A string of Lua (5.1 manual, section 2.1).
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }

  var lines: [String] {
    let choice = LanguageChoice(languages: languages)
    let entries = choice.ranges.map { "  [\"\($0.range)\"] = \"\($0.language)\"," }
    return [
      "-- What may be written for a language, and the folder of its pages.",
      "local folders = {",
    ] + entries + [
      "}",
      "",
      "-- The language that is wanted most; among equals the first one named (RFC 9110, section 12.5.4).",
      "local function choose_language(header)",
      "  local best, most = \"\(languages.first ?? "en")\", 0",
      "  for item in (header or \"\"):lower():gmatch(\"[^,]+\") do",
      "    local range, rest = item:match(\"^%s*([%w-]+)%s*(.-)%s*$\")",
      "    local weight = rest == \"\" and 1 or tonumber((rest or \"\"):match(\"^;%s*q=([%d.]+)$\") or 0) or 0",
      "    -- A variety that there are no pages in, such as de-at, counts as its language.",
      "    while range and not folders[range] do range = range:match(\"^(.+)-[^-]*$\") end",
      "    if range and weight > most then best, most = folders[range], weight end",
      "  end",
      "  return best",
      "end",
      "",
      "-- The format of a media type, or nil.",
      "local function format_of(type)",
      "  if type == \"text/html\" or type == \"application/xhtml+xml\" then return \"html\" end",
      "  if type:match(\"^application/.*json$\") then return \"json\" end",
      "  if type:match(\"^application/.*xml$\") or type:match(\"^text/.*xml$\") then return \"xml\" end",
      "  if type == \"text/plain\" then return \"txt\" end",
      "end",
      "",
      "-- Browsers get HTML, programs that ask for it JSON or XML (RFC 9457), and all others, such as curl, text.",
      "-- The first type that is wanted without reservation, or at all.",
      "local function choose_format(header)",
      "  local second",
      "  for item in (header or \"\"):lower():gmatch(\"[^,]+\") do",
      "    local type, rest = item:match(\"^%s*([^%s;]+)(.*)$\")",
      "    local format = type and format_of(type)",
      "    local weight = tonumber((rest or \"\"):match(\"[;%s]q=([%d.]+)\") or 1) or 0",
      "    if format and weight >= 1 then return format end",
      "    if format and weight > 0 then second = second or format end",
      "  end",
      "  return second or \"\(FormatChoice.fallback)\"",
      "end",
    ]
  }
}
