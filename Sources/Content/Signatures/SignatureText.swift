/// The text of a signature: literal pieces with variable parts between them, written
/// `connect() to unix:<upstream> failed (<errno:number>: <reason>)`.
///
/// A variable part is `<name>` or `<name:kind>`, names in lower case; `\<` stands for the character itself. What parts
/// called `upstream` and `path` hold is shown as just that.
public struct SignatureText: Sendable, Hashable {
  /// At least one; none is empty.
  public let pieces: [String]
  /// What stands after piece `i`: between it and the next one, or at the end.
  public let gaps: [Variable]
  public let source: String
  let pairs: BytePairs

  public struct Variable: Sendable, Hashable {
    public let name: String
    public let kind: Kind
  }

  /// What a variable part may hold. None reaches beyond the line.
  public enum Kind: String, Sendable, CaseIterable {
    case any
    /// Decimal digits, at least one.
    case number
    /// No space, at least one character.
    case word
  }

  public enum Problem: Error, Hashable {
    case unknownKind(String)
    case adjacentVariables
    case tooShort
  }

  /// A shorter piece would be found everywhere.
  public static let shortestPiece = 6

  public init(_ source: String) throws(Problem) {
    var pieces: [[UInt8]] = []
    var gaps: [Variable] = []
    var piece: [UInt8] = []
    var rest = Array(source.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), rest.dropFirst().first == UInt8(ascii: "<") {
        piece.append(UInt8(ascii: "<"))
        rest = rest.dropFirst(2)
      } else if let (variable, after) = try Self.variable(rest) {
        if piece.isEmpty, rest.startIndex > 0 { throw .adjacentVariables }
        if !piece.isEmpty {
          pieces.append(piece)
          gaps.append(variable)
        }
        piece = []
        rest = after
      } else {
        piece.append(byte)
        rest = rest.dropFirst()
      }
    }
    if !piece.isEmpty { pieces.append(piece) }
    guard pieces.contains(where: { $0.count >= Self.shortestPiece }) else { throw .tooShort }
    self.pieces = pieces.map { String(decoding: $0, as: UTF8.self) }
    self.gaps = gaps
    self.source = source
    pairs = BytePairs(pieces)
  }

  // All else follows from how it is written.
  public static func == (first: Self, second: Self) -> Bool { first.source == second.source }
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }

  /// Whether each of its pieces stands in a piece of `larger`, so that it says nothing new beside it.
  func isPart(of larger: SignatureText) -> Bool {
    larger.pairs.mayHold(pairs)
      && pieces.allSatisfy { piece in larger.pieces.contains { $0.utf8.holds(piece.utf8) } }
  }

  /// How many bytes of it are literal: the more, the more it says.
  public var literalBytes: Int { pieces.reduce(0) { $0 + $1.utf8.count } }

  private static func variable(_ text: ArraySlice<UInt8>) throws(Problem) -> (Variable, ArraySlice<UInt8>)? {
    guard text.first == UInt8(ascii: "<"), let end = text.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let parts = text[(text.startIndex + 1)..<end].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let name = parts.first, !name.isEmpty,
      name.allSatisfy({ (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") })
    else { return nil }
    let after = text[(end + 1)...]
    let variable = String(decoding: name, as: UTF8.self)
    guard parts.count == 2 else { return (Variable(name: variable, kind: .any), after) }
    let written = String(decoding: parts[1], as: UTF8.self)
    guard let kind = Kind(rawValue: written) else { throw .unknownKind(written) }
    return (Variable(name: variable, kind: kind), after)
  }
}

extension String.UTF8View {
  /// Whether `other` stands in it, byte for byte.
  fileprivate func holds(_ other: Self) -> Bool {
    guard other.count <= count else { return false }
    let found: Bool?? = withContiguousStorageIfAvailable { text in
      other.withContiguousStorageIfAvailable { part in
        guard let first = part.first else { return true }
        return (0...text.count - part.count).contains { start in
          text[start] == first && text[start..<start + part.count].elementsEqual(part)
        }
      }
    }
    return (found ?? nil) ?? String(self).contains(String(other))
  }
}
