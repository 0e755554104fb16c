import ProxyConfig

/// Header fields by canonical name, as Go's `http.Header` keeps them.
struct CaddyHeaders {
  /// An entry without values keeps Go from guessing a content type.
  private(set) var fields: [(name: ByteText, values: [ByteText])] = []

  private func index(_ name: ByteText) -> Int? {
    let name = CaddyHeaderName.canonical(name)
    return fields.firstIndex { $0.name == name }
  }

  func values(_ name: ByteText) -> [ByteText]? { index(name).map { fields[$0].values } }
  func first(_ name: ByteText) -> ByteText { values(name)?.first ?? "" }

  mutating func set(_ name: ByteText, _ values: [ByteText]) {
    if let index = index(name) {
      fields[index].values = values
    } else {
      fields.append((CaddyHeaderName.canonical(name), values))
    }
  }

  mutating func set(_ name: ByteText, _ value: ByteText) { set(name, [value]) }

  mutating func add(_ name: ByteText, _ value: ByteText) {
    if let index = index(name) { fields[index].values.append(value) } else { set(name, value) }
  }

  mutating func remove(_ name: ByteText) {
    if let index = index(name) { fields.remove(at: index) }
  }

  mutating func removeAll(where condition: (ByteText) -> Bool = { _ in true }) {
    fields.removeAll { condition($0.name) }
  }

  mutating func changeValues(of name: ByteText?, _ change: (ByteText) -> ByteText) {
    for index in fields.indices where name == nil || fields[index].name == name {
      fields[index].values = fields[index].values.map(change)
    }
  }
}
