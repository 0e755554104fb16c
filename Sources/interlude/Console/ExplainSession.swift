internal import Content
internal import Explain

/// What becomes of findings while a log is read: gathered for a summary, or written out in batches.
struct ExplainSession {
  enum Output {
    case text(FindingText)
    case json(FindingJSON)
  }

  private(set) var count = 0
  private(set) var summary: Summary?
  private let output: Output
  private let flushesOften: Bool
  private var pending: [UInt8] = []

  init(catalogue: SignatureCatalogue, output: Output, gathers: Bool, flushesOften: Bool) {
    summary = gathers ? Summary(catalogue) : nil
    self.output = output
    self.flushesOften = flushesOften
  }

  mutating func add(_ finding: Finding) {
    count += 1
    if summary != nil {
      summary?.add(finding)
      return
    }
    switch output {
    case .text(let renderer): renderer.write(finding, to: &pending)
    case .json(let renderer): renderer.write(finding, to: &pending)
    }
    if pending.count > 1 << 16 { flush() }
  }

  /// Writes what is waiting when somebody watches.
  mutating func endStep() {
    if flushesOften { flush() }
  }

  mutating func flush() {
    Console.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
