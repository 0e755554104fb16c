/// What a command took as a whole process, over several runs.
struct Measurement {
  let name: String
  /// One for each run, in order.
  let runs: [Run]

  /// One run of a process, its children included.
  struct Run {
    /// Wall time.
    let seconds: Double
    /// User and system time of all cores together, in seconds.
    let processor: Double
    /// The largest resident set, in mebibytes.
    let memory: Int
  }

  var seconds: [Double] { runs.map(\.seconds).sorted() }
  var median: Double { Self.median(seconds) }
  var processor: Double { Self.median(runs.map(\.processor)) }
  var memory: Int { runs.map(\.memory).max() ?? 0 }

  /// How many times as long as the others together, which took part in the same contest: the median over the rounds, so
  /// that a busy minute counts on both sides. Where the machine has other work, processor time says more.
  func ratio(to others: Measurement..., by time: (Run) -> Double = \.seconds) -> Double {
    Self.median(
      runs.indices.map { round in
        let other = others.reduce(0) { $0 + ($1.runs.indices.contains(round) ? time($1.runs[round]) : 0) }
        return other > 0 ? time(runs[round]) / other : 0
      }.filter { $0 > 0 })
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}

struct BenchError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
