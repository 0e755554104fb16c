/// A `map` block: one variable worked out from another.
public struct NginxMap: Sendable {
  public let variable: String
  public let source: NginxText
  public let usesHostnames: Bool
  /// The result is worked out anew at each use.
  public let isVolatile: Bool
  public let defaultValue: NginxText?
  public let entries: [Entry]
  /// The first entry for each text.
  private let byText: [ByteText: Int]
  /// The entries that are host names with a wildcard.
  public let hosts: [(name: NginxServer.Name, value: NginxText)]
  /// The entries that are regular expressions, and which of them may match where they are many.
  private let patterns: [(pattern: NginxPattern, value: NginxText)]
  private let index: PatternIndex?
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
    var byText: [ByteText: Int] = [:]
    var hosts: [(NginxServer.Name, NginxText)] = []
    var patterns: [(pattern: NginxPattern, value: NginxText)] = []
    for (index, entry) in entries.enumerated() {
      switch entry.key {
      case .text(let text): if byText[text] == nil { byText[text] = index }
      case .host(let name): hosts.append((name, entry.value))
      case .regex(let pattern): patterns.append((pattern, entry.value))
      }
    }
    (self.byText, self.hosts, self.patterns) = (byText, hosts, patterns)
    index = patterns.count > PatternIndex.few ? PatternIndex(patterns.map { try? $0.pattern.compiled.get() }) : nil
    defaultValue = fallback
  }

  /// The value for a text, in small letters, that stands there as it is.
  public func value(of text: ByteText) -> NginxText? { byText[text].map { entries[$0].value } }

  /// The regular expressions that a text may match, in order.
  public func patterns(for text: ByteText) -> [(pattern: NginxPattern, value: NginxText)] {
    index.map { $0.candidates(for: text).map { patterns[$0] } } ?? patterns
  }

  /// All its regular expressions, in order.
  public var allPatterns: [(pattern: NginxPattern, value: NginxText)] { patterns }

  /// What decides between its entries that are no regular expressions, the first that holds: of a text in small letters
  /// that stands there as it is, and then of host names, whose order is that of the most exact one.
  public var watchedCases: [(tests: [TextTest], value: NginxText)] {
    var byValue: [ByteText: [TextTest]] = [:]
    var values: [NginxText] = []
    for (text, index) in byText.sorted(by: { $0.value < $1.value }) {
      let value = entries[index].value
      if byValue[value.source] == nil { values.append(value) }
      byValue[value.source, default: []].append(.equals(text.bytes))
    }
    let named = hosts.flatMap { host in host.name.tests.map { (test: $0.test, rank: $0.rank, value: host.value) } }
    return values.map { (byValue[$0.source] ?? [], $0) }
      + named.sorted { $0.rank > $1.rank }.map { ([$0.test], $0.value) }
  }

  /// Everything the variable can become.
  public var results: [NginxText] {
    var all = [defaultValue ?? NginxText("")]
    var known = Set(all.map(\.source))
    for entry in entries where known.insert(entry.value.source).inserted { all.append(entry.value) }
    return all
  }
}
