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

  /// The problems in the order they turned up.
  public var asFound: [Diagnostic] { diagnostics }

  /// The report without what is said twice of the same place, as when two files that are checked include a third.
  public var withoutRepetitions: Report {
    var seen = Set<Identity>(minimumCapacity: diagnostics.count)
    var isRepeated: [Bool] = []
    isRepeated.reserveCapacity(diagnostics.count)
    for diagnostic in diagnostics {
      isRepeated.append(
        !seen.insert(
          Identity(
            id: diagnostic.id, file: diagnostic.place.source.name, range: diagnostic.place.range,
            message: diagnostic.message)
        ).inserted)
    }
    guard seen.count < diagnostics.count else { return self }
    return Report(zip(diagnostics, isRepeated).compactMap { $1 ? nil : $0 })
  }

  /// What makes two problems the same for a reader.
  private struct Identity: Hashable {
    let id: String
    let file: String
    let range: Range<Int>
    let message: String

    /// Texts are long; few problems share a place and a kind.
    func hash(into hasher: inout Hasher) {
      hasher.combine(range)
      hasher.combine(id)
      hasher.combine(file)
    }
  }

  public var isEmpty: Bool { diagnostics.isEmpty }

  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  public func count(of severity: Severity) -> Int {
    diagnostics.reduce(0) { $0 + ($1.severity == severity ? 1 : 0) }
  }

  /// By file, then offset, then id, then message; the order of discovery plays no part.
  public var sorted: [Diagnostic] {
    // What was sorted once is often asked for again.
    if zip(diagnostics, diagnostics.dropFirst()).allSatisfy({ !Self.isBefore($1, $0) }) { return diagnostics }
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

  private static func isBefore(_ one: Diagnostic, _ other: Diagnostic) -> Bool {
    let (a, b) = (one.place, other.place)
    if a.source.name != b.source.name { return a.source.name < b.source.name }
    if a.range.lowerBound != b.range.lowerBound { return a.range.lowerBound < b.range.lowerBound }
    return one.id != other.id ? one.id < other.id : one.message < other.message
  }
}
