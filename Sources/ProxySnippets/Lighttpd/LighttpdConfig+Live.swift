/// Pages whose small print the script fills in. lighttpd runs no includes in a page of its own making (mod_ssi is for files
/// that are asked for), so the script replaces them.
extension LighttpdConfig {
  var liveComment: [String] {
    guard pack.isLive else { return [] }
    return [
      "#",
      "# Pages show a reference, the time and the host. To find the request again, put the reference into the log:",
      "#   accesslog.format = \"%h %V %u %t \\\"%r\\\" %>s %b %{INTERLUDE_REFERENCE}e\"",
    ]
  }

  var liveFunctions: [String] {
    guard pack.isLive else { return [] }
    return [
      "",
      "-- Replaces what lies between two marks, they with it.",
      "local function put(text, first, last, value)",
      "  local from = text:find(first, 1, true)",
      "  local _, finish = text:find(last, from or 1, true)",
      "  return from and finish and text:sub(1, from - 1) .. value .. text:sub(finish + 1) or text",
      "end",
      "",
      "-- What pages show of the request. The reference is made here and never one that came with the request; the host did",
      "-- come with it, so only what looks like a name is shown, and its row goes without one.",
      "local function fill(text, reference, host)",
      "  text = put(text, \(mark(LivePage.referenceMark)), \(mark(LivePage.referenceMark)), reference)",
      "  text = put(text, \(mark(LivePage.timeMark)), \(mark(LivePage.timeMark)), os.date(\"!%Y-%m-%d %H:%M:%S UTC\"))",
      "  if host then",
      "    text = put(text, \(mark(LivePage.hostMark)), \(mark(LivePage.hostMark)), host)",
      "  else",
      "    text = put(text, \(mark(LivePage.ifHost)), \(mark(LivePage.endif)), \"\")",
      "  end",
      "  return (text:gsub(\"<!%-%-#.-%-%->\", \"\"))",
      "end",
    ]
  }

  var body: [String] {
    let finished = "r.resp_body.set({ { filename = file } })"
    guard pack.isLive else { return [finished] }
    return [
      "local live = format == \"html\" and io.open(pages .. \"/live/ssi/\" .. language .. \"/\" .. status .. \".html\", \"rb\")",
      "if live then",
      "  local reference = string.format(\"%08x%08x\", lighty.c.rand() % 4294967296, lighty.c.rand() % 4294967296)",
      "  local host = (r.req_header[\"Host\"] or \"\"):lower():match(\"^([%w.-]+):?%d*$\")",
      "  r.req_env[\"INTERLUDE_REFERENCE\"] = reference",
      "  r.resp_body.set({ fill(live:read(\"*a\"), reference, host) })",
      "  live:close()",
      "else",
      "  \(finished)",
      "end",
    ]
  }

  private func mark(_ text: String) -> String { LuaChoice.quoted(text) }
}
