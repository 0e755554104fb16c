/// A file of `KEY=VALUE` lines, as systemd's `EnvironmentFile=`, `caddy run --envfile` and dotenv read it.
///
/// Empty lines and lines that begin with `#` or `;` say nothing, and `export` before a name is ignored. Within quotation
/// marks a value may have blanks, `#` and several lines; within double ones a backslash takes `"`, `\`, `$`, `` ` `` and the
/// end of a line for what they are. Outside of them a `#` behind a blank begins a comment. Of a name said twice the last
/// holds; `$NAME` in a value is not replaced.
public struct EnvironmentFile: Sendable {
  public private(set) var variables: [String: String] = [:]
  /// The number of the first line that is not of the form, from 1.
  public private(set) var brokenLine: Int?

  public init(_ bytes: [UInt8]) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    var reader = Reader(rest: text)
    while brokenLine == nil, !reader.rest.isEmpty {
      let line = reader.line
      switch reader.next() {
      case .nothing: continue
      case .variable(let name, let value): variables[name] = value
      case .broken: brokenLine = line
      }
    }
  }

  private enum Item { case nothing, variable(String, String), broken }

  private struct Reader {
    var rest: ArraySlice<UInt8>
    var line = 1

    /// Reads to the end of a line, or of several that belong together.
    mutating func next() -> Item {
      skipBlanks()
      guard let byte = rest.first, !Self.isEnd(byte), byte != UInt8(ascii: "#"), byte != UInt8(ascii: ";") else {
        skipLine()
        return .nothing
      }
      if rest.starts(with: "export ".utf8) || rest.starts(with: "export\t".utf8) {
        rest = rest.dropFirst(7)
        skipBlanks()
      }
      let name = rest.prefix { $0 != UInt8(ascii: "=") && !Self.isEnd($0) }
      rest = rest[name.endIndex...]
      let end = name.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? name.startIndex
      let key = name[..<end]
      guard rest.first == UInt8(ascii: "="), !key.isEmpty, key.allSatisfy({ $0 > 0x20 }) else { return .broken }
      rest = rest.dropFirst()
      skipBlanks()
      guard let value = value() else { return .broken }
      return .variable(String(decoding: key, as: UTF8.self), value)
    }

    /// The value up to the end of its line; nil when a quotation mark has no partner.
    private mutating func value() -> String? {
      var value: [UInt8] = []
      /// How much of the value stays although it is blank.
      var solid = 0
      while let byte = rest.popFirst() {
        switch byte {
        case 0x0A, 0x0D:
          endLine(byte)
          return String(decoding: value[..<solid], as: UTF8.self)
        case UInt8(ascii: "#") where value.isEmpty && solid == 0 || value.count > solid:
          skipLine()
          return String(decoding: value[..<solid], as: UTF8.self)
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
          guard let quoted = quoted(byte) else { return nil }
          value += quoted
          solid = value.count
        case UInt8(ascii: "\\"):
          guard let next = rest.popFirst() else { return nil }
          if Self.isEnd(next) { endLine(next) } else { value.append(next) }
          solid = value.count
        default:
          value.append(byte)
          if byte > 0x20 { solid = value.count }
        }
      }
      return String(decoding: value[..<solid], as: UTF8.self)
    }

    private mutating func quoted(_ mark: UInt8) -> [UInt8]? {
      var value: [UInt8] = []
      while let byte = rest.popFirst() {
        if byte == mark { return value }
        if byte == 0x0A { line += 1 }
        guard byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\""), let next = rest.first else {
          value.append(byte)
          continue
        }
        if next == 0x0A {
          rest = rest.dropFirst()
          line += 1
        } else if "\"\\$`".utf8.contains(next) {
          rest = rest.dropFirst()
          value.append(next)
        } else {
          value.append(byte)
        }
      }
      return nil
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

    private mutating func skipLine() {
      rest = rest.drop { !Self.isEnd($0) }
      if let byte = rest.popFirst() { endLine(byte) }
    }

    /// Counts a line, of which CR and LF are one end.
    private mutating func endLine(_ byte: UInt8) {
      line += 1
      if byte == 0x0D, rest.first == 0x0A { rest = rest.dropFirst() }
    }

    private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  }
}
