public import Content

/// Reads a log piece by piece and hands over each line that a signature knows.
///
/// Memory is one buffer of fixed size, whatever the length of the log and of its lines. A line that does not fit is
/// looked through in overlapping pieces and counts as one.
public struct Explainer {
  private var lineExplainer: LineExplainer
  private var buffer: [UInt8]
  /// The bytes of `buffer` that are filled.
  private var filled = 0
  /// Bytes read so far.
  public private(set) var bytes = 0

  /// Fits the second-level cache.
  public static let standardCapacity = 256 * 1024
  /// Pieces of a long line overlap by more than the longest text that can match.
  static let overlap = 8192

  /// `year` is taken for times that name none, as syslog's do, and the year before it for those that would be later than
  /// `latest`, in seconds since 1970: in January most of a log is of last year.
  public init(
    _ catalogue: SignatureCatalogue, year: Int, latest: Int = .max, capacity: Int = Explainer.standardCapacity
  ) {
    lineExplainer = LineExplainer(catalogue, year: year, latest: latest)
    buffer = Array(repeating: 0, count: max(capacity, Self.overlap * 2))
  }

  /// Lines that are over.
  public var lines: Int { lineExplainer.lines }

  /// Error answers in access logs that name no cause, by status.
  public var unexplained: [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: lineExplainer.unexplained.enumerated().filter { $0.element > 0 }.map {
        ($0.offset, $0.element)
      })
  }

  /// Asks `fill` once for bytes and explains the lines they complete. `fill` returns how many it wrote, 0 at the end;
  /// then the last line is over, too, and the result is false.
  public mutating func step(
    _ fill: (UnsafeMutableRawBufferPointer) throws -> Int, each: (Finding) -> Void
  ) rethrows -> Bool {
    let start = filled
    let count = try buffer.withUnsafeMutableBytes { try fill(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    bytes += count
    filled += count
    guard count > 0 else {
      finish(each)
      return false
    }
    var used = explain(each)
    if used == 0, filled == buffer.count {
      explainPiece(each)
      used = filled - Self.overlap
    }
    keep(from: used)
    return true
  }

  /// Ends the last line without waiting for its line break.
  public mutating func finish(_ each: (Finding) -> Void) {
    let count = filled
    buffer.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      lineExplainer.finish(Bytes(base, count: count), each)
    }
    filled = 0
  }

  /// Explains the complete lines and returns where the rest begins.
  private mutating func explain(_ each: (Finding) -> Void) -> Int {
    let count = filled
    return buffer.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return lineExplainer.explain(Bytes(base, count: count), each)
    }
  }

  private mutating func explainPiece(_ each: (Finding) -> Void) {
    let count = filled
    buffer.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      lineExplainer.explainPiece(Bytes(base, count: count), each)
    }
  }

  private mutating func keep(from start: Int) {
    let count = filled - start
    if start > 0, count > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        base.copyMemory(from: base + start, byteCount: count)
      }
    }
    filled = count
  }
}
