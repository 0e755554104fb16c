public import Content

/// The findings of a log, gathered by cause.
public struct Summary {
  /// By the cause's position in `ids`.
  private var groups: [Group]
  /// The group of each signature.
  private let groupOfSignature: [Int]
  let catalogue: SignatureCatalogue
  /// All findings over time.
  private(set) var timeline = Timeline()
  public private(set) var count = 0

  /// What is known of one cause.
  struct Group {
    let cause: String
    var count = 0
    var timeline = Timeline()
    var upstreams = Tally()
    var paths = Tally()
    /// By status; 0 for none.
    var statuses: [Int: Int] = [:]
    /// Findings of each signature, by its index.
    var signatures: [Int: Int] = [:]
    /// The last pair of status and signature: most lines repeat it.
    fileprivate var run = (signature: -1, status: 0, count: 0)
  }

  public init(_ catalogue: SignatureCatalogue) {
    self.catalogue = catalogue
    var indices: [String: Int] = [:]
    var groups: [Group] = []
    groupOfSignature = catalogue.signatures.map { signature in
      if let index = indices[signature.cause] { return index }
      indices[signature.cause] = groups.count
      groups.append(Group(cause: signature.cause))
      return groups.count - 1
    }
    self.groups = groups
  }

  public mutating func add(_ finding: Finding) {
    count += 1
    groups[groupOfSignature[finding.signature]].add(finding)
    if let time = finding.time { timeline.count(time) }
  }

  /// The causes that were found, the most frequent first.
  var found: [Group] {
    groups.filter { $0.count > 0 }.map { $0.settled() }.sorted { ($1.count, $0.cause) < ($0.count, $1.cause) }
  }
}

extension Summary.Group {
  fileprivate mutating func add(_ finding: Finding) {
    count += 1
    if let time = finding.time { timeline.count(time) }
    if let upstream = finding.upstream { upstreams.count(finding.bytes[upstream]) }
    if let path = finding.path { paths.count(finding.bytes[path]) }
    let status = finding.status ?? 0
    if run.signature != finding.signature || run.status != status {
      settle()
      run = (finding.signature, status, 0)
    }
    run.count += 1
  }

  private mutating func settle() {
    guard run.count > 0 else { return }
    statuses[run.status, default: 0] += run.count
    signatures[run.signature, default: 0] += run.count
    run.count = 0
  }

  fileprivate func settled() -> Self {
    var copy = self
    copy.settle()
    return copy
  }
}
