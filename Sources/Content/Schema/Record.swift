public import Diagnostics

/// A YAML value that was found to have its shape, with the place of each part.
public struct Located<Value: Sendable>: Sendable {
  public let value: Value
  public let place: Place

  public init(value: Value, place: Place) { (self.value, self.place) = (value, place) }
}

/// A YAML file as a whole, read and checked against its shape.
public enum YAMLFile {
  /// - Parameter subject: what messages call the file: "a file of expectations".
  public static func record(
    _ source: Source, as shape: ObjectShape, subject: String, into report: inout Report
  ) -> Record? {
    guard let yaml = YAMLDocument(source, range: 0..<source.bytes.count, into: &report) else { return nil }
    return ShapeCheck(document: yaml, subject: subject).record(shape, into: &report)
  }
}

/// What a checked YAML value can be.
enum CheckedValue: Sendable {
  case text(String)
  case integer(Int)
  case boolean(Bool)
  case day(Day)
  case list([Located<CheckedValue>])
  case record(Record)
}

/// A mapping that was checked against its `ObjectShape`: unknown keys and values of the wrong type are gone (and have
/// been reported), so a missing field is the only case left to its reader.
public struct Record: Sendable {
  public let place: Place
  var fields: [String: Located<CheckedValue>] = [:]
  /// The keys in the order of the file, with their places.
  public var keys: [Located<String>] = []
  /// The file's mapping has nothing in it, not even what was reported.
  public var isEmpty = false

  public func place(of name: String) -> Place? { fields[name]?.place }

  public func text(_ name: String) -> String? {
    if case .text(let text)? = fields[name]?.value { text } else { nil }
  }

  public func located(_ name: String) -> Located<String>? {
    guard let field = fields[name], case .text(let text) = field.value else { return nil }
    return Located(value: text, place: field.place)
  }

  public func integer(_ name: String) -> Int? {
    if case .integer(let number)? = fields[name]?.value { number } else { nil }
  }

  func boolean(_ name: String) -> Bool? {
    if case .boolean(let flag)? = fields[name]?.value { flag } else { nil }
  }

  func day(_ name: String) -> Day? {
    if case .day(let day)? = fields[name]?.value { day } else { nil }
  }

  public func record(_ name: String) -> Record? {
    if case .record(let record)? = fields[name]?.value { record } else { nil }
  }

  func list(_ name: String) -> [Located<CheckedValue>] {
    if case .list(let values)? = fields[name]?.value { values } else { [] }
  }

  public func texts(_ name: String) -> [Located<String>] {
    list(name).compactMap { item in
      if case .text(let text) = item.value { Located(value: text, place: item.place) } else { nil }
    }
  }

  func textLists(_ name: String) -> [Located<[String]>] {
    list(name).map { item in
      guard case .list(let values) = item.value else { return Located(value: [], place: item.place) }
      let texts = values.compactMap { if case .text(let text) = $0.value { text } else { nil } }
      return Located(value: texts, place: item.place)
    }
  }

  func integers(_ name: String) -> [Located<Int>] {
    list(name).compactMap { item in
      if case .integer(let number) = item.value { Located(value: number, place: item.place) } else { nil }
    }
  }

  public func records(_ name: String) -> [Record] {
    list(name).compactMap { item in if case .record(let record) = item.value { record } else { nil } }
  }
}
