internal import Packing

/// A posting in four bytes: a page or a term's row, and the payload.
struct PackedPosting: BitwiseCopyable, Sendable, Hashable {
  let bits: UInt32

  init(_ number: Int, payload: UInt8) { bits = UInt32(number) << 6 | UInt32(payload) }

  /// The page in a term's list, the row in a page's list.
  var number: Int { Int(bits >> 6) }
  var payload: UInt8 { UInt8(bits & 63) }
  var isInTextAlone: Bool { payload < Posting.steps }
  var step: Int { Int(payload) % Posting.steps }

  /// A number must be smaller.
  static let limit = 1 << 26
}

/// The long lists of an index, from this process's memory or from the file that the last whole build left, of which only
/// what an edit concerns is read.
struct PostingStore: Sendable {
  /// Reads a range of bytes; nil if that fails.
  typealias Read = @Sendable (Range<Int>) -> [UInt8]?

  private enum Source: Sendable {
    case memory([PackedPosting])
    case file(Read, at: Int)
  }

  /// Where each list begins, and where the last one ends.
  let starts: [UInt32]
  private let source: Source
  private let bound: Int

  init(starts: [UInt32], postings: [PackedPosting]) {
    self.starts = starts
    bound = .max
    source = .memory(postings)
  }

  /// Lists that begin at a place in a file, of numbers below a bound.
  init(starts: [UInt32], at place: Int, below bound: Int, read: @escaping Read) {
    self.starts = starts
    self.bound = bound
    source = .file(read, at: place)
  }

  /// Bytes in a file.
  var size: Int { Int(starts.last ?? 0) * MemoryLayout<PackedPosting>.stride }

  var isSound: Bool { starts.first == 0 && zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 } }

  /// Some lists that stand together, one after another; nil if they cannot be read.
  func lists(_ numbers: Range<Int>) -> [PackedPosting]? {
    let range = Int(starts[numbers.lowerBound])..<Int(starts[numbers.upperBound])
    switch source {
    case .memory(let postings): return Array(postings[range])
    case .file(let read, let place):
      let stride = MemoryLayout<PackedPosting>.stride
      guard let bytes = read(place + range.lowerBound * stride..<place + range.upperBound * stride) else { return nil }
      let postings = PackedReader.rows(of: PackedPosting.self, in: bytes)
      return postings.allSatisfy { $0.number < bound } ? postings : nil
    }
  }

  var all: [PackedPosting] {
    if case .memory(let postings) = source { postings } else { [] }
  }
}
