/// A `map` block: one variable worked out from another.
public struct NginxMap: Sendable {
  public let variable: String
  public let source: NginxText
  public let usesHostnames: Bool
  /// The result is worked out anew at each use.
  public let isVolatile: Bool
  public let defaultValue: NginxText?
  public let entries: [Entry]
  public let directive: Directive

  public struct Entry: Sendable {
    public enum Key: Sendable {
      /// In small letters; nginx ignores case here.
      case text(ByteText)
      case host(NginxServer.Name)
      case regex(NginxPattern)
    }
    public let key: Key
    public let value: NginxText
  }

  init?(_ directive: Directive) {
    guard let source = directive.argument(1), let target = directive.argument(2), target.first == UInt8(ascii: "$"),
      let block = directive.block?.expanded
    else { return nil }
    self.directive = directive
    self.source = NginxText(source)
    variable = target.from(1).string.lowercased()
    usesHostnames = block.contains { $0.name == "hostnames" && $0.words.count == 1 }
    isVolatile = block.contains { $0.name == "volatile" && $0.words.count == 1 }
    var entries: [Entry] = []
    var fallback: NginxText?
    for line in block {
      guard line.words.count == 2, let value = line.argument(1), let first = line.words.first else { continue }
      if line.included != nil { continue }
      var key = first.bytes
      if key == "default" {
        fallback = NginxText(value)
        continue
      }
      if key.hasPrefix("\\") {
        key = key.from(1)
      } else if key.hasPrefix("~") {
        let isCaseless = key.hasPrefix("~*")
        entries.append(
          Entry(
            key: .regex(NginxPattern(key.from(isCaseless ? 2 : 1), ignoresCase: isCaseless)), value: NginxText(value)))
        continue
      }
      let isHost = usesHostnames && (key.hasPrefix("*.") || key.hasPrefix(".") || key.hasSuffix(".*"))
      entries.append(Entry(key: isHost ? .host(.init(key)) : .text(key.lowercased), value: NginxText(value)))
    }
    self.entries = entries
    defaultValue = fallback
  }

  /// Everything the variable can become.
  public var results: [NginxText] {
    var all = [defaultValue ?? NginxText("")]
    for entry in entries where !all.contains(entry.value) { all.append(entry.value) }
    return all
  }
}
