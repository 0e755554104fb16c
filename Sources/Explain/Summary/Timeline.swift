/// Counts events over time in bounded memory: the finer the shorter the span is.
///
/// A clock that jumps to another year makes a bucket of its own and does not flatten the rest.
struct Timeline {
  /// Seconds a bucket spans.
  private var width = 1
  private var counts: [Int: Int] = [:]
  private(set) var first: Int?
  private(set) var last: Int?
  /// Events of the second that was counted last, not yet in `counts`.
  private var pending = (second: 0, count: 0)

  private static let capacity = 4096

  mutating func count(_ second: Int) {
    if second == pending.second, pending.count > 0 {
      pending.count += 1
      return
    }
    flush()
    pending = (second, 1)
    first = min(first ?? second, second)
    last = max(last ?? second, second)
  }

  private mutating func flush() {
    guard pending.count > 0 else { return }
    counts[Self.bucket(pending.second, width), default: 0] += pending.count
    pending.count = 0
    while counts.count > Self.capacity {
      width *= 4
      var coarser: [Int: Int] = [:]
      for (bucket, count) in counts { coarser[Self.bucket(bucket, 4), default: 0] += count }
      counts = coarser
    }
  }

  private static func bucket(_ second: Int, _ width: Int) -> Int {
    second >= 0 ? second / width : -((width - 1 - second) / width)
  }

  /// The span that holds all but the outermost hundredth of the events at either end.
  func usualSpan() -> ClosedRange<Int>? {
    var copy = self
    copy.flush()
    let buckets = copy.counts.sorted { $0.key < $1.key }
    let total = buckets.reduce(0) { $0 + $1.value }
    guard let first = buckets.first, let last = buckets.last else { return nil }
    var (low, high) = (first.key, last.key)
    var seen = 0
    for bucket in buckets {
      seen += bucket.value
      if seen * 100 > total {
        low = bucket.key
        break
      }
    }
    seen = 0
    for bucket in buckets.reversed() {
      seen += bucket.value
      if seen * 100 > total {
        high = bucket.key
        break
      }
    }
    return low * copy.width...max(low, high) * copy.width + copy.width - 1
  }

  /// The events in `columns` equal parts of `span`; those outside are left out.
  func columns(_ columns: Int, over span: ClosedRange<Int>) -> [Int] {
    var copy = self
    copy.flush()
    var result = [Int](repeating: 0, count: columns)
    let length = span.upperBound - span.lowerBound + 1
    for (bucket, count) in copy.counts {
      let second = bucket * copy.width
      guard span.contains(second) else { continue }
      result[(second - span.lowerBound) * columns / length] += count
    }
    return result
  }
}
