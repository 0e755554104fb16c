/// A line that a signature knows.
///
/// It looks into the line where it lies and must not be kept beyond the call that hands it over.
public struct Finding {
  /// From 1.
  public let line: Int
  /// Index into the catalogue's signatures.
  public let signature: Int
  /// The status the visitor got, from the line or else from the signature.
  public let status: Int?
  /// Seconds since 1970 by the log's own clock.
  public let time: Int?
  let bytes: Bytes
  let upstream: Range<Int>?
  let path: Range<Int>?

  /// The line as far as it is kept, with invalid UTF-8 repaired.
  public var text: String { kept.text }

  var kept: Bytes { bytes[0..<Self.longestText] }

  /// As much of a line as a reader or a program downstream can use.
  static let longestText = 4000

  public var upstreamText: String? { upstream.map { bytes[$0].text } }
  public var pathText: String? { path.map { bytes[$0].text } }
}
