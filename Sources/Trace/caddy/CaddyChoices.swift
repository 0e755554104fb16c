/// The ways one run takes where the answer depends on something unknowable, so that the next run can take another.
final class CaddyChoices {
  private let script: [Int]
  private var taken: [(way: Int, ways: Int)] = []
  private(set) var reasons: [String] = []

  init(_ script: [Int] = []) {
    self.script = script
  }

  /// The way to take, 0 to `ways - 1`.
  func take(_ ways: Int, because reason: String) -> Int {
    let way = taken.count < script.count ? script[taken.count] : 0
    taken.append((way, ways))
    reasons.append(reason)
    return way
  }

  /// The script of the next untried combination; nil when all were tried.
  var next: [Int]? {
    guard let last = taken.lastIndex(where: { $0.way + 1 < $0.ways }) else { return nil }
    return taken[..<last].map(\.way) + [taken[last].way + 1]
  }
}
