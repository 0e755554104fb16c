/// A value with variables in it, such as `/errors/$status.html` (`ngx_http_script_compile`).
public struct NginxText: Sendable, Hashable {
  public enum Part: Sendable, Hashable {
    case literal(ByteText)
    case variable(String)
    /// `$1` to `$9`: a group of the last regular expression that matched.
    case capture(Int)
  }

  public let source: ByteText
  public let parts: [Part]

  public init(_ source: ByteText) {
    self.source = source
    var parts: [Part] = []
    var literal = ByteText()
    var index = 0
    func flush() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ByteText()
    }
    while index < source.count {
      guard source[index] == UInt8(ascii: "$"), index + 1 < source.count else {
        literal.append(source[index])
        index += 1
        continue
      }
      let next = source[index + 1]
      if next >= UInt8(ascii: "1"), next <= UInt8(ascii: "9") {
        flush()
        parts.append(.capture(Int(next - UInt8(ascii: "0"))))
        index += 2
        continue
      }
      let hasBrace = next == UInt8(ascii: "{")
      let start = index + (hasBrace ? 2 : 1)
      var end = start
      while end < source.count, Self.isNameByte(source[end]) { end += 1 }
      guard end > start, !hasBrace || end < source.count && source[end] == UInt8(ascii: "}") else {
        // nginx refuses the configuration; here the text stays as it is.
        literal.append(source[index])
        index += 1
        continue
      }
      flush()
      let name = source[start..<end].string
      parts.append(.variable(name))
      index = hasBrace ? end + 1 : end
    }
    flush()
    self.parts = parts
  }

  /// The text itself when it has no variables.
  public var constant: ByteText? { hasVariables ? nil : source }

  public var hasVariables: Bool {
    parts.contains { if case .literal = $0 { false } else { true } }
  }

  /// Whether a map that a variable comes from may change the groups beside it.
  public var mixesGroupsAndVariables: Bool {
    !variableNames.isEmpty && parts.contains { if case .capture = $0 { true } else { false } }
  }

  public var variableNames: [String] {
    parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }

  /// Letters, digits and the underscore.
  public static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
