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
    var pieces: [String] = []
    var gaps: [Variable] = []
    var piece = ""
    var rest = Substring(source)
    while let character = rest.first {
      if character == "\\", rest.dropFirst().first == "<" {
        piece += "<"
        rest = rest.dropFirst(2)
      } else if let (variable, after) = try Self.variable(rest) {
        if piece.isEmpty, rest.startIndex != source.startIndex { throw .adjacentVariables }
        if !piece.isEmpty {
          pieces.append(piece)
          gaps.append(variable)
        }
        piece = ""
        rest = after
      } else {
        piece.append(character)
        rest = rest.dropFirst()
      }
    }
    if !piece.isEmpty { pieces.append(piece) }
    guard pieces.contains(where: { $0.utf8.count >= Self.shortestPiece }) else { throw .tooShort }
    self.pieces = pieces
    self.gaps = gaps
    self.source = source
  }

  /// Whether each of its pieces stands in a piece of `larger`, so that it says nothing new beside it.
  func isPart(of larger: SignatureText) -> Bool {
    pieces.allSatisfy { piece in larger.pieces.contains { $0.utf8.holds(piece.utf8) } }
  }

  /// How many bytes of it are literal: the more, the more it says.
  public var literalBytes: Int { pieces.reduce(0) { $0 + $1.utf8.count } }

  private static func variable(_ text: Substring) throws(Problem) -> (Variable, Substring)? {
    guard text.first == "<", let end = text.firstIndex(of: ">") else { return nil }
    let parts = text[text.index(after: text.startIndex)..<end].split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let name = parts.first, !name.isEmpty,
      name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") })
    else { return nil }
    let after = text[text.index(after: end)...]
    guard parts.count == 2 else { return (Variable(name: String(name), kind: .any), after) }
    guard let kind = Kind(rawValue: String(parts[1])) else { throw .unknownKind(String(parts[1])) }
    return (Variable(name: String(name), kind: kind), after)
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
