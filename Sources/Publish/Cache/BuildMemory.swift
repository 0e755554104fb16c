public import Diagnostics

/// What the last build left, as far as it still holds: the way to do nothing twice.
///
/// Nothing in it is trusted before it was compared with the disk. What is damaged, was made by another program, for
/// another folder or with other options, or does not fit what lies in the output folder, counts as not there.
public struct BuildMemory: Sendable {
  public let closing: BuildClosing
  /// What the author changed since.
  public let changes: InputTable.Changes
  private let state: BuildState

  /// Recalls the last build of `source` into the publisher's folder; nil when there is nothing to rely on.
  ///
  /// - Parameters:
  ///   - key: what the program, its options and the folders have in common with that build.
  ///   - now: the present in nanoseconds since 1970.
  public static func recall(_ publisher: Publisher, source: String, key: UInt64, now: Int64) async -> BuildMemory? {
    var report = Report()
    guard let target = try? OutputFolder(publisher.output), target.exists,
      let lock = try? await publisher.lock(target, into: &report), let state = target.readState(key: key)
    else { return nil }
    defer { withExtendedLifetime(lock) {} }
    async let changes = state.inputs.changes(below: source, now: now, jobs: publisher.jobs)
    guard await state.isIntact(target, jobs: publisher.jobs) else { return nil }
    return BuildMemory(closing: state.closing, changes: await changes, state: state)
  }

  /// The problems that the last build reported; nil if their sources are no longer what they were.
  public func problems() -> Report? { state.problems() }

  /// What a build that changes nothing says of itself.
  public var summary: Publisher.Summary {
    let files = state.tree.rows.reduce(0) { $0 + ($1.kind == StampTable.Kind.file.rawValue ? 1 : 0) }
    return Publisher.Summary(written: 0, unchanged: files - 1, removed: 0)
  }
}
