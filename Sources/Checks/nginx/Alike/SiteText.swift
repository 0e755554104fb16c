import ProxyConfig

/// A file with one server, as the tools that administer sites write them: what it has in common with others of its kind,
/// and the few words that are its own.
struct SiteText: Sendable {
  /// What a word that may differ is for.
  enum Kind: UInt8, Sendable {
    /// Words that neither a trace nor a rule asks for: a comment, a number of seconds.
    case comment = 1, seconds, path
    /// Names by which the file refers to itself, and by which nobody else does.
    case serverName, upstream, namedLocation
    /// `127.0.0.1:8080` of an upstream.
    case peer
    /// A folder that is not on this machine, without its first slash.
    case root
    /// What `add_header` says in a header that no rule reads.
    case header

    /// Whether messages may have it; it gets a number then, the same for the same text.
    var isNamed: Bool { rawValue >= Self.serverName.rawValue }
  }

  /// A stretch of bytes that is the file's own.
  struct Piece: Sendable {
    let range: Range<Int>
    let kind: Kind
    /// Its place in ``SiteText/values``; 0 for what has none.
    let number: Int
  }

  struct Value: Sendable, Hashable {
    let kind: Kind
    let text: String
  }

  let bytes: [UInt8]
  /// In the order of the file.
  let pieces: [Piece]
  /// The texts of named pieces, each once.
  let values: [Value]

  /// Equal for files that differ in nothing but their pieces.
  let key: Key

  init(bytes: [UInt8], pieces: [Piece], values: [Value]) {
    (self.bytes, self.pieces, self.values) = (bytes, pieces, values)
    key = Key(bytes, pieces)
  }

  /// A file with a mark in the place of each piece.
  struct Key: Sendable, Hashable {
    private let bytes: [UInt8]
    /// Worked out where there is time for it.
    private let hash: Int

    fileprivate init(_ all: [UInt8], _ pieces: [Piece]) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(all.count)
      var position = 0
      for piece in pieces {
        bytes += all[position..<piece.range.lowerBound]
        bytes.append(SiteText.mark)
        bytes.append(piece.kind.rawValue)
        bytes.append(UInt8(piece.number))
        position = piece.range.upperBound
      }
      bytes += all[position...]
      self.bytes = bytes
      hash = bytes.hashValue
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// No file with this byte is taken apart.
  static let mark: UInt8 = 1
  static let mostValues = 90

  func values(_ kind: Kind) -> [String] { values.filter { $0.kind == kind }.map(\.text) }
}
