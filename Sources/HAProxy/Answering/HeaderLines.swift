import ProxyConfig
import Trace

/// The headers of a request or an answer, names in small letters.
struct HeaderLines {
  typealias Line = (name: String, value: Value)

  private(set) var lines: [Line] = []
  /// Who sends more of them, where all requests are followed at once; those are read when they are asked for.
  private let visitor: Sent?
  /// The names that have been read, or are known to be gone.
  private var settled: Set<String> = ["host", "cookie", "content-length"]
  private var removals: [(String) -> Bool] = []

  init(_ lines: [Line] = [], of visitor: Sent? = nil) {
    (self.lines, self.visitor) = (lines, visitor?.isWatched == true ? visitor : nil)
  }

  /// The visitor's cookies, where all requests are followed at once and nothing has taken them away.
  var cookies: Sent? { removals.contains { $0("cookie") } ? nil : visitor }

  mutating func values(_ name: String) -> [Value] {
    settle(name)
    return lines.filter { $0.name == name }.map(\.value)
  }

  mutating func has(_ name: String) -> Bool { !values(name).isEmpty }

  mutating func append(_ name: String, _ value: Value) {
    settle(name)
    lines.append((name, value))
  }

  mutating func remove(_ name: String) { removeAll { $0 == name } }

  mutating func removeAll(where isMeant: @escaping (String) -> Bool) {
    lines.removeAll { isMeant($0.name) }
    if visitor != nil { removals.append(isMeant) }
  }

  mutating func change(_ name: String, _ change: (Value) -> Value) {
    settle(name)
    for index in lines.indices where lines[index].name == name { lines[index].value = change(lines[index].value) }
  }

  private mutating func settle(_ name: String) {
    guard let visitor, settled.insert(name).inserted, !removals.contains(where: { $0(name) }),
      let value = visitor.header(name)
    else { return }
    lines.append((name, Value(value)))
  }
}
