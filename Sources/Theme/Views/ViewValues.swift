/// The values of a view by name, in a row. A view is made for one page or one line of a list, has a dozen names and is asked
/// for each once or twice: a row to look through is made and asked in less time than a table of hashes.
public struct ViewValues: Sendable, ExpressibleByDictionaryLiteral {
  /// Name and value; without labels, as a literal brings them, or each would be cast.
  private var entries: [(String, View.Value)]
  /// The numbers of their names.
  private var numbers: [UInt64]

  public init(dictionaryLiteral elements: (String, View.Value)...) { self.init(elements) }

  /// Names are there once.
  public init(_ elements: [(String, View.Value)]) {
    entries = elements
    numbers = elements.map { ViewName.number(of: $0.0) }
  }

  var names: [String] { entries.map(\.0) }

  public subscript(name: String) -> View.Value? { place(of: ViewName(name)).map { entries[$0].1 } }

  /// The value at a place, or what lies below it by further names; nil if nothing does.
  func value(at place: Int, _ names: Slice<UnsafeBufferPointer<ViewName>>) -> View.Value? {
    guard let name = names.first else { return entries[place].1 }
    guard case .view(let view) = entries[place].1 else { return nil }
    return view.values.place(of: name).flatMap { view.values.value(at: $0, names.dropFirst()) }
  }

  public mutating func set(_ name: String, _ value: View.Value) { set(ViewName(name), value) }

  /// These and `others`, whose values hold where both have a name.
  public func merging(_ others: ViewValues) -> ViewValues {
    var merged = self
    merged.entries.reserveCapacity(entries.count + others.entries.count)
    for (number, entry) in zip(others.numbers, others.entries) {
      merged.set(ViewName(text: entry.0, number: number), entry.1)
    }
    return merged
  }

  /// Where a name's value is.
  func place(of name: ViewName) -> Int? {
    numbers.withUnsafeBufferPointer { numbers in
      for place in numbers.indices where numbers[place] == name.number && entries[place].0 == name.text {
        return place
      }
      return nil
    }
  }

  private mutating func set(_ name: ViewName, _ value: View.Value) {
    if let place = place(of: name) {
      entries[place].1 = value
    } else {
      entries.append((name.text, value))
      numbers.append(name.number)
    }
  }
}
