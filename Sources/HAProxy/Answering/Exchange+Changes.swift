import ProxyConfig
import Trace

/// What rules change about a request or an answer.
extension Exchange {
  mutating func change(_ rule: RuleLine) throws(Interruption) {
    switch rule.action {
    case .setHeader(let name, let text, let adds):
      let value = try format(text)
      changeHeaders { headers in
        if !adds { headers.remove(name) }
        headers.append(name, value)
      }
    case .deleteHeader(let pattern, let matching):
      let wanted = ByteText(pattern)
      changeHeaders { headers in
        headers.removeAll { header in
          let name = ByteText(header)
          return switch matching {
          case .beg: name.hasPrefix(wanted)
          case .end: name.hasSuffix(wanted)
          case .sub: name.contains(wanted)
          case .reg:
            if let pattern = try? Pattern(wanted, ignoresCase: true), case .match = pattern.firstMatch(in: name) {
              true
            } else {
              false
            }
          default: name == wanted
          }
        }
      }
    case .replaceHeader(let name, let pattern, let text, let parts):
      let template = try format(text)
      changeHeaders { headers in
        headers.change(name) { Self.replaced($0, pattern, template, parts: parts) ?? $0 }
      }
    case .setMethod(let text): sentMethod = try format(text)
    case .setTarget(let part, let text): setTarget(part, try format(text), rule)
    case .replaceTarget(let part, let pattern, let text):
      let template = try format(text)
      let old = Value(targetPart(part), open: target.open)
      if let new = Self.replaced(old, pattern, template, parts: false) { setTarget(part, new, rule) }
    case .setVariable(let name, let expression):
      if let sample = try samples(expression).last { variables[name] = sample }
    case .setVariableText(let name, let text):
      let value = try format(text)
      variables[name] = value.open.map { .open($0) } ?? .text(value.bytes)
    case .unsetVariable(let name): variables[name] = nil
    case .setStatus(let code):
      tell("The status becomes \(code)", at: rule.place, .replaced(code))
      response?.status = code
    default: break
    }
  }

  private mutating func changeHeaders(_ change: (inout HeaderLines) -> Void) {
    if response == nil {
      change(&headers)
    } else if var kept = response?.headers {
      change(&kept)
      response?.headers = kept
    }
  }

  private mutating func setTarget(_ part: RuleLine.TargetPart, _ value: Value, _ rule: RuleLine) {
    let query = targetPart(.query)
    let mark = target.bytes.contains(UInt8(ascii: "?"))
    switch part {
    case .path: target.bytes = value.bytes + (mark ? "?" + query : "")
    case .pathAndQuery, .all: target.bytes = value.bytes
    case .query: target.bytes = targetPart(.path) + "?" + value.bytes
    }
    target.open = value.open ?? target.open
    let isGone = target.open == nil && !target.bytes.isWatched && target.bytes.isEmpty
    tell(
      isGone ? "Nothing is left of the path" : "The request becomes \(target.bytes.shown)", at: rule.place, .rewritten)
  }

  func targetPart(_ part: RuleLine.TargetPart) -> ByteText {
    switch part {
    case .path: target.bytes.before(UInt8(ascii: "?"))
    case .query: target.bytes.after(UInt8(ascii: "?"))
    case .pathAndQuery, .all: target.bytes
    }
  }

  /// What a regular expression makes of a text: if it matches anywhere, the whole gives way to the template
  /// (`http_replace_hdrs`, `http_req_replace_stline`). nil if it does not.
  private static func replaced(_ value: Value, _ pattern: Pattern, _ template: Value, parts: Bool) -> Value? {
    var pieces = [value.bytes]
    if parts, value.bytes.contains(UInt8(ascii: ",")) {
      pieces = value.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { $0 }
    }
    var isChanged = false
    for index in pieces.indices {
      // What is replaced loses the blanks around it.
      let piece = parts && !pieces[index].isWatched ? pieces[index].trimmingBlanks : pieces[index]
      guard case .match(let groups) = piece.groups(of: pattern) else { continue }
      pieces[index] = filled(template.bytes, groups)
      isChanged = true
    }
    guard isChanged else { return nil }
    return Value(ByteText.joined(pieces, separator: ","), open: value.open ?? template.open)
  }

  /// A template with its `\1` filled in.
  static func filled(_ template: ByteText, _ groups: [ByteText?]) -> ByteText {
    var text = ByteText()
    for part in template.parts {
      // Of what comes from a visitor nothing is a group, unless it has a backslash.
      if part.isWatched, !part.contains(UInt8(ascii: "\\")) {
        text += part
        continue
      }
      var rest = part.bytes[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
          text.append(byte)
          continue
        }
        if 0x30...0x39 ~= next {
          let group = Int(next - 0x30)
          if group < groups.count, let value = groups[group] { text += value }
        } else {
          text.append(next)
        }
      }
    }
    return text
  }
}

extension ByteText {
  fileprivate var trimmingBlanks: ByteText {
    let start = prefix { $0 == 0x20 || $0 == 0x09 }.count
    let end = reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
    return start + end < count ? self[start..<count - end] : ByteText()
  }
}
