/// The values of a view by name, in a row. A view is made for one page or one line of a list, has a dozen names and is asked
/// for each once or twice: a row to look through is made and asked in less time than a table of hashes. Only where there
/// are very many names, as in the view of the interface strings, a table stands beside it.
public struct ViewValues: Sendable, ExpressibleByDictionaryLiteral {
  /// Name and value; without labels, as a literal brings them, or each would be cast.
  private var entries: [(String, View.Value)]
  /// The numbers of their names.
  private var numbers: [UInt64]
  /// Places above zero, by number with linear probing; empty for few names.
  private var table: [UInt16] = []

  /// With so many names a table pays.
  private static let many = 40

  public init(dictionaryLiteral elements: (String, View.Value)...) { self.init(elements) }

  /// Names are there once.
  public init(_ elements: [(String, View.Value)]) {
    entries = elements
    numbers = elements.map { ViewName.number(of: $0.0) }
    makeTable()
  }

  var names: [String] { entries.map(\.0) }

  public subscript(name: String) -> View.Value? { place(of: ViewName(name)).map { entries[$0].1 } }

  /// The value at a place, or what lies below it by further names; nil if nothing does.
  func value(at place: Int, _ names: Slice<UnsafeBufferPointer<ViewName>>) -> View.Value? {
    guard let name = names.first else { return entries[place].1 }
    guard case .view(let view) = entries[place].1 else { return nil }
    return view.values.place(of: name).flatMap { view.values.value(at: $0, names.dropFirst()) }
  }

  public mutating func set(_ name: String, _ value: View.Value) {
    set(ViewName(name), value)
    makeTable()
  }

  /// These and `others`, whose values hold where both have a name.
  public func merging(_ others: ViewValues) -> ViewValues {
    var merged = self
    merged.entries.reserveCapacity(entries.count + others.entries.count)
    for (number, entry) in zip(others.numbers, others.entries) {
      merged.set(ViewName(text: entry.0, number: number), entry.1)
    }
    merged.makeTable()
    return merged
  }

  /// Where a name's value is.
  func place(of name: ViewName) -> Int? {
    guard table.isEmpty else { return placeInTable(of: name) }
    return numbers.withUnsafeBufferPointer { numbers in
      for place in numbers.indices where numbers[place] == name.number && entries[place].0 == name.text {
        return place
      }
      return nil
    }
  }

  private func placeInTable(of name: ViewName) -> Int? {
    let mask = table.count - 1
    var slot = Self.slot(name.number) & mask
    while table[slot] != 0 {
      let place = Int(table[slot]) - 1
      if numbers[place] == name.number, entries[place].0 == name.text { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private mutating func set(_ name: ViewName, _ value: View.Value) {
    if let place = place(of: name) {
      entries[place].1 = value
    } else {
      entries.append((name.text, value))
      numbers.append(name.number)
      table = []
    }
  }

  private mutating func makeTable() {
    guard table.isEmpty, entries.count >= Self.many, entries.count < 1 << 15 else { return }
    let count = 1 << (Int.bitWidth - (2 * entries.count).leadingZeroBitCount)
    table = [UInt16](repeating: 0, count: count)
    for (place, number) in numbers.enumerated() {
      var slot = Self.slot(number) & (count - 1)
      while table[slot] != 0 { slot = (slot + 1) & (count - 1) }
      table[slot] = UInt16(place + 1)
    }
  }

  private static func slot(_ number: UInt64) -> Int { Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 40) }
}
