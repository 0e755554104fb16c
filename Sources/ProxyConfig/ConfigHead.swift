/// The beginning of a file nobody knows the language of: its lines without comments, and the names on its outside.
public struct ConfigHead: Sendable {
  /// Lines that say something, with their indentation.
  public let lines: [String]
  private let text: String

  /// More than anybody's licence, and less than takes time.
  private static let length = 64 * 1024

  public init(_ bytes: [UInt8]) {
    var head = bytes.prefix(Self.length)
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    var lines: [String] = []
    var isComment = false
    for line in head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let words = line.drop { $0 <= 0x20 }
      if words.starts(with: "/*".utf8) { isComment = true }
      if isComment {
        isComment = !ByteText(words).contains("*/")
      } else if !words.isEmpty, !Self.silent.contains(where: { words.starts(with: $0.utf8) }) {
        let end = line.lastIndex { $0 > 0x20 } ?? line.startIndex
        lines.append(String(decoding: line[...end], as: UTF8.self))
      }
    }
    self.lines = lines
    text = String(decoding: head, as: UTF8.self)
  }

  /// What lines begin with that say nothing: comments, and marks of YAML, XML and templates.
  private static let silent = ["#", "//", "---", "%YAML", "{{", "{%", "<%", "<!--", "<?xml"]

  public func contains(_ word: String) -> Bool { text.contains(word) }

  /// How many of these words occur.
  public func count(_ words: [String]) -> Int { words.count { text.contains($0) } }

  public var beginsWithBrace: Bool { lines.first?.first { !$0.isWhitespace } == "{" }

  /// What the only group of a pattern finds at the start of the first line that has it.
  public func first(_ pattern: Regex<(Substring, Substring)>) -> Substring? {
    for line in lines { if let match = line.prefixMatch(of: pattern) { return match.output.1 } }
    return nil
  }

  /// The outermost names of YAML, JSON or TOML in small letters; none when the first line is of another language.
  var outerNames: Set<String> {
    guard let first = lines.first else { return [] }
    if first.hasPrefix("{") { return jsonNames }
    let yaml = #/["']?([A-Za-z_][\w.\/-]*)["']?\s*:(?:\s|$)/#
    let section = #/\[\[?\s*([A-Za-z_][\w.-]*)\s*\]/#
    let value = #/([A-Za-z_][\w-]*)\s*=/#
    let patterns = first.prefixMatch(of: yaml) != nil ? [yaml] : [section, value]
    // What ends so is nginx's, such as the body of a map.
    func name(_ line: String) -> String? {
      guard !line.hasSuffix(";") else { return nil }
      for pattern in patterns { if let match = line.prefixMatch(of: pattern) { return match.output.1.lowercased() } }
      return nil
    }
    return name(first) == nil ? [] : Set(lines.compactMap(name))
  }

  /// The names of a JSON object's own members.
  private var jsonNames: Set<String> {
    var names: Set<String> = []
    var (depth, isQuoted, isEscaped) = (0, false, false)
    var word: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isQuoted
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        if isQuoted { word = [] }
      case _ where isQuoted: word.append(byte)
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":"): if depth == 1 { names.insert(String(decoding: word, as: UTF8.self).lowercased()) }
      default: break
      }
    }
    return names
  }
}
