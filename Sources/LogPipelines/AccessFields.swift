internal import Content

/// The access logs whose fields name causes, and where in them the fields stand.
enum AccessFields {
  static let formats: [LogFormat] = [.access, .haproxy, .envoy, .alb]

  /// RE2 and Rust read it alike. Groups are named `status`, `flag` and `termination`.
  static func pattern(_ format: LogFormat) -> String {
    switch format {
    case .haproxy:
      #" [^ /]+/(?P<flag>[^ /]+) [0-9+-]+/[0-9+-]+/[0-9+-]+/[0-9+-]+/[0-9+-]+ (?P<status>[0-9+-]+) [0-9+]+ [^ ]+ [^ ]+ (?P<termination>[A-Za-z-]{4}) "#
    case .envoy: #"^\[[^\]]+T[^\]]+\] "[^"]*" (?P<status>[0-9]+) (?P<flag>[A-Z,]+|-) "#
    case .alb:
      #"^(?:https?|h2|wss?|grpcs?) [^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+ (?P<status>[0-9]{3}|-) (?P<flag>[0-9]{3}|-) "#
    default: #"\[[^\]]+:[^\]]+\] "(?:[^"\\]|\\.)*" (?P<status>[0-9]{3}) "#
    }
  }
}

extension RuleSet.FieldRule {
  /// A regular expression that fits the lines with these fields, read alike by RE2, Rust and Oniguruma.
  var pattern: String {
    var pattern = AccessFields.pattern(format)
    if !fields.statuses.isEmpty {
      pattern = Self.replacing(
        "status", in: pattern, with: "(?:\(fields.statuses.map(String.init).joined(separator: "|")))")
    }
    if let termination = fields.termination {
      let rest = "[A-Za-z-]{\(4 - termination.count)}"
      pattern = Self.replacing("termination", in: pattern, with: Pattern.literal(termination) + rest)
    }
    if let flag = fields.flag {
      let list = format == .envoy ? "(?:[A-Z]+,)*\(Pattern.literal(flag))(?:,[A-Z]+)*" : Pattern.literal(flag)
      pattern = Self.replacing("flag", in: pattern, with: list)
    }
    if let details { pattern += "[^ ]*?" + details.pattern(any: "[^ ]*?") }
    return pattern.replacing("\"", with: "\\x22")
  }

  /// The pattern with another one in place of the group `name`.
  private static func replacing(_ name: String, in pattern: String, with replacement: String) -> String {
    guard let start = pattern.firstRange(of: "(?P<\(name)>"), let end = pattern[start.upperBound...].firstIndex(of: ")")
    else { return pattern }
    return pattern[..<start.lowerBound] + replacement + pattern[pattern.index(after: end)...]
  }
}
