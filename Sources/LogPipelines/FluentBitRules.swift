internal import Content

/// A script for Fluent Bit's Lua filter (docs.fluentbit.io, "Lua").
struct FluentBitRules {
  private let rules: RuleSet

  init(_ rules: RuleSet) {
    self.rules = rules
  }

  var text: String {
    var output = """
      -- Rules for Fluent Bit, written by `interlude export fluent-bit`.
      --
      -- pipeline:
      --   filters:
      --     - name: lua
      --       match: '*'
      --       script: interlude.lua
      --       call: interlude
      --
      -- A record whose line is known trouble gets the fields interlude_component, interlude_cause,
      -- interlude_confidence, interlude_status and interlude_article.

      -- The fields that may hold the line, tried in this order.
      local LINE_FIELDS = { "log", "message", "MESSAGE" }


      """
    output += "local KINDS = {\n"
    for kind in LineKind.all {
      let signs = kind.signs.map { "{ " + $0.map(Self.string).joined(separator: ", ") + " }" }
      let end = kind.end.map { ", stop = \(Self.string($0))" } ?? ""
      output +=
        "  { name = \(Self.string(kind.format.rawValue)), signs = { \(signs.joined(separator: ", ")) }\(end) },\n"
    }
    output += "}\n\n-- By kind of line: the texts of which the first that stands in it counts.\nlocal TEXTS = {\n"
    for (kind, texts) in rules.texts {
      output += "  [\(Self.string(kind?.format.rawValue ?? "plain"))] = {\n"
      for rule in texts {
        output += "    { { " + rule.pieces.map(Self.string).joined(separator: ", ") + " }, { "
        output += rule.gaps.map { Self.string($0.rawValue) }.joined(separator: ", ") + " }, "
        output += Self.label(rule.label) + " },\n"
      }
      output += "  },\n"
    }
    output += "}\n\n-- Fields of access logs.\nlocal FIELDS = {\n"
    for rule in rules.fields {
      var members = ["format = \(Self.string(rule.format.rawValue))"]
      if let termination = rule.fields.termination { members.append("termination = \(Self.string(termination))") }
      if let flag = rule.fields.flag { members.append("flag = \(Self.string(flag))") }
      if !rule.fields.statuses.isEmpty {
        members.append(
          "answers = { " + rule.fields.statuses.map { "[\"\($0)\"] = true" }.joined(separator: ", ") + " }")
      }
      if let details = rule.details {
        members.append("pieces = { \(details.pieces.map(Self.string).joined(separator: ", ")) }")
        members.append("gaps = { \(details.gaps.map { Self.string($0.rawValue) }.joined(separator: ", ")) }")
      }
      output += "  { \(members.joined(separator: ", ")), label = \(Self.label(rule.label)) },\n"
    }
    return output + "}\n\n" + Self.program
  }

  private static let program = #"""
    local function holds(text, what) return string.find(text, what, 1, true) ~= nil end

    local function kind_of(line)
      for _, kind in ipairs(KINDS) do
        for _, sign in ipairs(kind.signs) do
          local all = true
          for _, part in ipairs(sign) do all = all and holds(line, part) end
          if all then return kind.name, kind.stop end
        end
      end
      return "plain", nil
    end

    -- A visitor's words begin at `limit`; the text must begin before.
    local function stands_in(text, limit, pieces, gaps)
      local from = 1
      while true do
        local start, stop = string.find(text, pieces[1], from, true)
        if not start or start > limit then return false end
        local fits = true
        for i = 2, #pieces do
          local next_start, next_stop = string.find(text, pieces[i], stop + 1, true)
          if not next_start then return false end
          local gap = string.sub(text, stop + 1, next_start - 1)
          local kind = gaps[i - 1]
          if kind == "number" and not string.find(gap, "^%d+$") or kind == "word" and not string.find(gap, "^[^ ]+$") then
            fits = false
            break
          end
          stop = next_stop
        end
        if fits then return true end
        from = start + 1
      end
    end

    local TIMERS = " [^ /]+/([^ /]+) [%d+-]+/[%d+-]+/[%d+-]+/[%d+-]+/[%d+-]+ ([%d+-]+) [%d+]+ %S+ %S+ ([%a-][%a-][%a-][%a-]) "

    local function fields_of(line)
      local flag, status, termination = string.match(line, TIMERS)
      if termination then return "haproxy", status, flag, termination end
      local details
      status, flag, details = string.match(line, '^%[%S+T%S+%] "[^"]*" (%d+) ([%u,-]+) (%S*)')
      if status then return "envoy", status, flag, nil, details end
      status, flag = string.match(line, "^[hwg][%a%d]+ %d+%-%S+ %S+ %S+ %S+ %S+ %S+ %S+ ([%d-]+) ([%d-]+) ")
      if status then return "alb", status, flag end
      local _, quote = string.find(line, '%[[^%]]+:[^%]]+%] "')
      while quote do
        local next_quote = string.find(line, '"', quote + 1, true)
        if next_quote and string.sub(line, next_quote - 1, next_quote - 1) ~= "\\" then
          status = string.match(line, "^ (%d%d%d) ", next_quote + 1)
          if status then return "access", status end
          return nil
        end
        quote = next_quote
      end
    end

    local function in_list(list, wanted)
      for item in string.gmatch(list or "", "[^,]+") do
        if item == wanted then return true end
      end
      return false
    end

    local function label_of(line)
      local format, status, flag, termination, details = fields_of(line)
      if format then
        for _, rule in ipairs(FIELDS) do
          if rule.format == format and (not rule.answers or rule.answers[status])
            and (not rule.termination or string.sub(termination or "", 1, #rule.termination) == rule.termination)
            and (not rule.flag or in_list(flag, rule.flag))
            and (not rule.pieces or stands_in(details, #details, rule.pieces, rule.gaps)) then
            return rule.label
          end
        end
      end
      local kind, stop = kind_of(line)
      local limit = stop and string.find(line, stop, 1, true) or #line
      for _, rule in ipairs(TEXTS[kind] or {}) do
        if stands_in(line, limit, rule[1], rule[2]) then return rule[3] end
      end
    end

    function interlude(tag, timestamp, record)
      for _, field in ipairs(LINE_FIELDS) do
        if type(record[field]) == "string" then
          local label = label_of(record[field])
          if not label then return 0, timestamp, record end
          for name, value in pairs(label) do record["interlude_" .. name] = value end
          return 2, timestamp, record
        end
      end
      return 0, timestamp, record
    end

    """#

  private static func label(_ label: RuleSet.Label) -> String {
    var members = [
      "component = \(string(label.component))", "cause = \(string(label.cause))",
      "confidence = \(string(label.confidence))",
    ]
    if let status = label.status { members.append("status = \(status)") }
    if let article = label.article { members.append("article = \(string(article))") }
    return "{ " + members.joined(separator: ", ") + " }"
  }

  /// A string literal of Lua 5.1 (reference manual, section 2.1).
  private static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\t": literal += "\\t"
      case "\n": literal += "\\n"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
