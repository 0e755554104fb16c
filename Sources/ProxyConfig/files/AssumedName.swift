/// The name of something that is taken to be in a folder nobody can see, `*` standing for any part of it.
public struct AssumedName: Sendable {
  /// Nothing is below a script that is taken to be there: it is no folder.
  public static let belowScript = ".php/"

  /// What stands between the stars.
  private let pieces: [ByteText]

  public init(_ pattern: ByteText) {
    pieces = pattern.bytes.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map { ByteText($0) }
  }

  /// nil with a star.
  public var whole: ByteText? { pieces.count == 1 ? pieces[0] : nil }

  /// As a regular expression.
  public var expression: String { pieces.map { TextTest.quoted($0) }.joined(separator: "[^/]*") }

  /// Holds for the paths that end with it.
  public var test: TextTest? {
    if let whole { return .suffix((ByteText("/") + whole).bytes) }
    if pieces.count == 2, pieces[0].isEmpty { return .suffix(pieces[1].bytes) }
    return (try? Pattern(ByteText("/\(expression)$"))).map { .matches($0) }
  }
}
