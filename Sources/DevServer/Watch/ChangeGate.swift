/// Gathers changes until it has been quiet for a moment, so that a save in three steps or a checkout of a thousand files
/// is one change.
actor ChangeGate {
  /// How long nothing must happen. Editors take under a millisecond between the steps of a save.
  private let quiet: Duration
  private var paths: Set<String> = []
  private var count = 0
  private var waiter: CheckedContinuation<Void, Never>?

  init(quiet: Duration) {
    self.quiet = quiet
  }

  func add(_ changed: some Sequence<String>) {
    paths.formUnion(changed)
    count += 1
    waiter?.resume()
    waiter = nil
  }

  /// The paths changed since the last call; waits for the first one, then for quiet.
  ///
  /// - Parameter noticed: is called when the first change is seen.
  func next(noticed: @Sendable () -> Void) async -> [String] {
    if paths.isEmpty {
      await withCheckedContinuation { waiter = $0 }
    }
    noticed()
    // A program that never stops writing cannot hold the build up for more than twenty rounds.
    for _ in 0..<20 {
      let before = count
      try? await Task.sleep(for: quiet)
      if count == before { break }
    }
    defer { paths = [] }
    return paths.sorted()
  }
}
