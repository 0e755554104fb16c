/// The problems of one run, gathered in whatever order they turn up and handed out in one stable order.
public struct Report: Sendable {
  private var diagnostics: [Diagnostic] = []

  public init() {}

  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  public mutating func add(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  public mutating func add(contentsOf other: some Sequence<Diagnostic>) {
    diagnostics.append(contentsOf: other)
  }

  public mutating func add(_ other: Report) {
    diagnostics.append(contentsOf: other.diagnostics)
  }

  /// The report without what is said twice of the same place, as when two files that are checked include a third.
  public var withoutRepetitions: Report {
    var seen: Set<String> = []
    return Report(
      diagnostics.filter { problem in
        let range = problem.place.range
        return seen.insert(
          "\(problem.id)\u{0}\(problem.place.source.name)\u{0}\(range.lowerBound)\u{0}\(range.upperBound)\u{0}\(problem.message)"
        ).inserted
      })
  }

  public var isEmpty: Bool { diagnostics.isEmpty }

  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  public func count(of severity: Severity) -> Int {
    diagnostics.reduce(0) { $0 + ($1.severity == severity ? 1 : 0) }
  }

  /// By file, then offset, then id, then message; the order of discovery plays no part.
  public var sorted: [Diagnostic] {
    diagnostics.sorted { left, right in
      let (a, b) = (left.place, right.place)
      if a.source.name != b.source.name { return a.source.name < b.source.name }
      if a.range.lowerBound != b.range.lowerBound { return a.range.lowerBound < b.range.lowerBound }
      if left.id != right.id { return left.id < right.id }
      return left.message < right.message
    }
  }
}
