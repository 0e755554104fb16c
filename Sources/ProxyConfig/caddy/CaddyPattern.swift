/// A regular expression as Go reads it (RE2 syntax): no look-around, no references back, `$` only at the very end.
package struct CaddyPattern: Sendable {
  package struct Refusal: Error, Sendable {
    package let reason: String
    /// True when Go refuses it as well, false when only this implementation does.
    package let isInvalid: Bool
  }

  private let pattern: Pattern

  package init(_ text: ByteText) throws(Refusal) {
    let translated = try Self.translate(text.bytes)
    do throws(Pattern.Refusal) {
      pattern = try Pattern(ByteText(translated))
    } catch {
      throw Refusal(reason: error.reason, isInvalid: error.isInvalid)
    }
  }

  package var groupNames: [(name: String, group: Int)] { pattern.groupNames }
  package var groupCount: Int { pattern.groupCount }

  /// Texts that are likely to match, to be tried and not to be trusted.
  package var examples: [ByteText] { pattern.examples }

  package func firstMatch(in subject: ByteText) -> Pattern.Outcome { pattern.firstMatch(in: subject) }

  /// The first match's groups, which keep their origin.
  package func groups(of subject: ByteText) -> ByteText.Groups { subject.groups(of: pattern) }

  /// Replaces every match; `$1`, `${1}` and `${name}` stand for groups (`ReplaceAllString`). Nil when the search gave up.
  package func replaceAll(in subject: ByteText, with template: ByteText) -> ByteText? {
    if subject.isWatched, case .noMatch = groups(of: subject) { return subject }
    var result: [UInt8] = []
    var start = 0
    var rest = subject
    while true {
      guard case .match(let groups) = firstMatch(in: rest), let whole = groups[0] else {
        if case .gaveUp = firstMatch(in: rest) { return nil }
        break
      }
      result += rest.bytes[..<whole.lowerBound]
      result += expand(template, groups.map { $0.map { ByteText(rest.bytes[$0]) } }).bytes
      if whole.isEmpty {
        guard whole.upperBound < rest.count else { return ByteText(result) }
        result.append(rest.bytes[whole.upperBound])
        start = whole.upperBound + 1
      } else {
        start = whole.upperBound
      }
      rest = rest.from(start)
      // A pattern tied to the start matches once only.
      if pattern.text.hasPrefix("^") || rest.isEmpty && !whole.isEmpty { break }
    }
    return ByteText(result) + rest
  }

  /// A template with the groups of one match put in.
  package func expand(_ template: ByteText, _ groups: [ByteText?]) -> ByteText {
    var result = ByteText()
    let bytes = template.bytes
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "$"), index + 1 < bytes.count else {
        result.append(bytes[index])
        index += 1
        continue
      }
      if bytes[index + 1] == UInt8(ascii: "$") {
        result.append(UInt8(ascii: "$"))
        index += 2
        continue
      }
      let hasBrace = bytes[index + 1] == UInt8(ascii: "{")
      let start = index + (hasBrace ? 2 : 1)
      var end = start
      while end < bytes.count, ByteSet.words.contains(bytes[end]) { end += 1 }
      guard end > start, !hasBrace || end < bytes.count && bytes[end] == UInt8(ascii: "}") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let name = ByteText(bytes[start..<end])
      let group = name.number ?? groupNames.first { $0.name == name.string }?.group
      if let group, groups.indices.contains(group), let text = groups[group] { result += text }
      index = hasBrace ? end + 1 : end
    }
    return result
  }

  /// Refuses what RE2 lacks and turns `$` into the end of the text.
  private static func translate(_ bytes: [UInt8]) throws(Refusal) -> [UInt8] {
    func invalid(_ what: String) -> Refusal { Refusal(reason: "uses \(what), which Go does not know", isInvalid: true) }
    var result: [UInt8] = []
    var isInClass = false
    var index = 0
    let isMultiline =
      ByteText(bytes).contains("(?m") || ByteText(bytes).contains("(?sm") || ByteText(bytes).contains("(?im")
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == UInt8(ascii: "\\") {
        guard index + 1 < bytes.count else { throw Refusal(reason: "ends with a backslash", isInvalid: true) }
        if 0x31...0x39 ~= next, !isInClass { throw invalid("a reference back") }
        if "ZGKRXhHkgN".utf8.contains(next), !isInClass { throw invalid("\\\(Character(Unicode.Scalar(next)))") }
        result += [byte, next]
        index += 2
        continue
      }
      if isInClass {
        if byte == UInt8(ascii: "]") { isInClass = false }
        if byte == UInt8(ascii: "["), next == UInt8(ascii: ":"), let end = ByteText(bytes).offset(of: ":]", from: index)
        {
          result += bytes[index..<end + 2]
          index = end + 2
          continue
        }
      } else if byte == UInt8(ascii: "[") {
        isInClass = true
        result.append(byte)
        index += 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "^") {
          result.append(bytes[index])
          index += 1
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: "]") {
          result += [UInt8(ascii: "\\"), bytes[index]]
          index += 1
        }
        continue
      } else if byte == UInt8(ascii: "("), next == UInt8(ascii: "?") {
        let rest = ByteText(bytes[(index + 2)...].prefix(2))
        for (sign, name) in [
          ("=", "look-ahead"), ("!", "look-ahead"), ("<=", "look-behind"), ("<!", "look-behind"),
          (">", "an atomic group"), ("#", "a comment"), ("P=", "a reference back"), ("P>", "a reference"),
          ("|", "a branch reset"),
        ]
        where rest.hasPrefix(ByteText(sign)) {
          throw invalid(name)
        }
      } else if "*+?".utf8.contains(byte), "*+".utf8.contains(next) {
        throw invalid("two quantifiers in a row")
      } else if byte == UInt8(ascii: "$"), !isMultiline {
        result += Array("\\z".utf8)
        index += 1
        continue
      }
      result.append(byte)
      index += 1
    }
    return result
  }
}
