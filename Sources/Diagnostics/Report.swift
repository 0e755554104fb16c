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
    var seen: Set<Identity> = []
    return Report(
      diagnostics.filter {
        seen.insert(
          Identity(id: $0.id, file: $0.place.source.name, range: $0.place.range, message: $0.message)
        ).inserted
      })
  }

  /// What makes two problems the same for a reader.
  private struct Identity: Hashable {
    let id: String
    let file: String
    let range: Range<Int>
    let message: String
  }

  public var isEmpty: Bool { diagnostics.isEmpty }

  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  public func count(of severity: Severity) -> Int {
    diagnostics.reduce(0) { $0 + ($1.severity == severity ? 1 : 0) }
  }

  /// By file, then offset, then id, then message; the order of discovery plays no part.
  public var sorted: [Diagnostic] {
    // Files are compared by their rank: names are long, and each stands in many problems.
    var ranks: [String: Int] = [:]
    for diagnostic in diagnostics { ranks[diagnostic.place.source.name] = 0 }
    for (rank, name) in ranks.keys.sorted().enumerated() { ranks[name] = rank }
    let keys = diagnostics.map { (file: ranks[$0.place.source.name] ?? 0, offset: $0.place.range.lowerBound) }
    return diagnostics.indices.sorted { left, right in
      let (a, b) = (keys[left], keys[right])
      if a.file != b.file { return a.file < b.file }
      if a.offset != b.offset { return a.offset < b.offset }
      let (one, other) = (diagnostics[left], diagnostics[right])
      return one.id != other.id ? one.id < other.id : one.message < other.message
    }.map { diagnostics[$0] }
  }
}
