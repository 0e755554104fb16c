import ProxyConfig

/// Header fields by canonical name, as Go's `http.Header` keeps them.
struct CaddyHeaders {
  /// An entry without values keeps Go from guessing a content type.
  private(set) var fields: [(name: ByteText, values: [ByteText])] = []
  /// Who sends more of them, where all requests are followed at once; those are read when they are asked for.
  private let visitor: Sent?
  /// What was done to all of them at once.
  private var changes: [(ByteText, [ByteText]) -> [ByteText]?] = []

  init(of visitor: Sent? = nil) { self.visitor = visitor?.isWatched == true ? visitor : nil }

  private func index(_ name: ByteText) -> Int? {
    let name = CaddyHeaderName.canonical(name)
    return fields.firstIndex { $0.name == name }
  }

  func values(_ name: ByteText) -> [ByteText]? {
    if let index = index(name) { return fields[index].values }
    guard let visitor else { return nil }
    let name = CaddyHeaderName.canonical(name)
    return changes.reduce(visitor.header(name.string).map { [$0] }) { values, change in
      values.flatMap { change(name, $0) }
    }
  }
  func first(_ name: ByteText) -> ByteText { values(name)?.first ?? "" }

  /// Whether the cookies are those that the visitor sends.
  var hasCookies: Bool { index("Cookie") == nil && changes.allSatisfy { $0("Cookie", [""]) == [""] } }

  mutating func set(_ name: ByteText, _ values: [ByteText]) {
    if let index = index(name) {
      fields[index].values = values
    } else {
      fields.append((CaddyHeaderName.canonical(name), values))
    }
  }

  mutating func set(_ name: ByteText, _ value: ByteText) { set(name, [value]) }

  mutating func add(_ name: ByteText, _ value: ByteText) {
    if let index = index(name) { fields[index].values.append(value) } else { set(name, (values(name) ?? []) + [value]) }
  }

  mutating func remove(_ name: ByteText) {
    if let index = index(name) { fields.remove(at: index) }
    let gone = CaddyHeaderName.canonical(name)
    if visitor != nil, gone != "Host" { changes.append { $0 == gone ? nil : $1 } }
  }

  mutating func removeAll(where condition: @escaping (ByteText) -> Bool = { _ in true }) {
    fields.removeAll { condition($0.name) }
    if visitor != nil { changes.append { condition($0) ? nil : $1 } }
  }

  mutating func changeValues(of name: ByteText?, _ change: @escaping (ByteText) -> ByteText) {
    if visitor != nil { changes.append { name == nil || $0 == name ? $1.map(change) : $1 } }
    for index in fields.indices where name == nil || fields[index].name == name {
      fields[index].values = fields[index].values.map(change)
    }
  }
}
