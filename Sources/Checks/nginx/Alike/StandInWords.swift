/// Words that nobody writes, other ones for each class.
struct StandInWords: Sendable {
  /// The number of the class.
  private let number: Int
  private let end: [UInt8]
  /// What the addresses of upstreams begin with.
  private let network: [UInt8]

  static let start = "qzx"
  static let mostClasses = 500
  /// `qzx05jk007`: the value's number, then the class's.
  private static let length = 10
  /// Of the addresses.
  static let port = ":65500"

  init(ofClass number: Int) {
    self.number = number
    end = Array("jk\(number < 10 ? "00" : number < 100 ? "0" : "")\(number)".utf8)
    network = Array("127.\(10 + number / 250).\(number % 250).".utf8)
  }

  /// In the place of a piece; those of a kind that messages may have are recognised in them.
  func word(for piece: SiteText.Piece, instead bytes: ArraySlice<UInt8>) -> String {
    switch piece.kind {
    case .comment: ""
    case .path: "/qzx/path"
    case .seconds: "7391" + String(decoding: bytes.drop { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
    case .peer: String(decoding: network, as: UTF8.self) + String(1 + piece.number) + Self.port
    case .serverName, .upstream, .namedLocation, .root, .header:
      Self.start + (piece.number < 10 ? "0" : "") + String(piece.number) + String(decoding: end, as: UTF8.self)
    }
  }

  /// Part of a text that speaks of a template.
  enum Part: Sendable {
    case text(String)
    /// The value of this number.
    case value(Int)
  }

  /// A text taken apart at the made-up words; nil when there are remains of some, or words of another class.
  func parts(of text: String) -> [Part]? {
    let bytes = Array(text.utf8)
    var parts: [Part] = []
    var from = 0
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      guard rest.starts(with: Self.start.utf8) || rest.starts(with: network) else {
        index += 1
        continue
      }
      guard let (value, length) = word(in: rest) ?? address(in: rest) else { return nil }
      if from < index { parts.append(.text(String(decoding: bytes[from..<index], as: UTF8.self))) }
      parts.append(.value(value))
      index += length
      from = index
    }
    if parts.isEmpty { return [.text(text)] }
    if from < bytes.count { parts.append(.text(String(decoding: bytes[from...], as: UTF8.self))) }
    return parts
  }

  /// The value that a word at the beginning stands for, and the word's length.
  private func word(in bytes: ArraySlice<UInt8>) -> (value: Int, length: Int)? {
    guard bytes.count >= Self.length, bytes.prefix(Self.length).suffix(end.count).elementsEqual(end),
      let value = Int(String(decoding: bytes.prefix(5).suffix(2), as: UTF8.self))
    else { return nil }
    return (value, Self.length)
  }

  /// The same of an address.
  private func address(in bytes: ArraySlice<UInt8>) -> (value: Int, length: Int)? {
    let digits = bytes.dropFirst(network.count).prefix { $0 >= 0x30 && $0 <= 0x39 }
    let length = network.count + digits.count + Self.port.utf8.count
    guard bytes.starts(with: network), bytes.prefix(length).suffix(Self.port.utf8.count).elementsEqual(Self.port.utf8),
      let number = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return (number - 1, length)
  }
}

extension [UInt8] {
  /// Whether somebody writes such words after all.
  var containsMadeUp: Bool {
    let start = Array(StandInWords.start.utf8)
    var index = 0
    while index + start.count <= count {
      if self[index] == start[0], self[index + 1] == start[1], self[index + 2] == start[2] { return true }
      index += 1
    }
    return false
  }
}
