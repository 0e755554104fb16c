internal import Content
internal import Diagnostics
internal import Theme

/// What edited articles change about a site that was built before.
protocol PartialRebuild: Sendable {
  /// The names of the sources that were read again.
  var checked: Set<String> { get }
  /// Those of them that name a cause, signatures or old addresses.
  var claiming: Set<String> { get }
  /// Paths in the output of files that are no more.
  var removed: [String] { get }
  /// To be kept for the next build.
  var state: IncrementalState { get }

  /// Makes the files that have changed and hands each on as soon as it is made.
  func make<Written: Sendable>(_ write: @escaping @Sendable (OutputFile) -> Written) async
    -> [Written]

  /// What there is to report: `old` problems of files that were not read again, and those of the files that were. Nil if
  /// that cannot be told.
  func report(_ old: Report, on today: Day?, source: (String) -> [UInt8]?) -> Report?
}

/// Where a partial rebuild finds the author's files and the last build's.
struct RebuildSources: Sendable {
  /// Every path below the content folder, and whether there is a file at one.
  let files: @Sendable () -> Set<String>
  let isFile: @Sendable (String) -> Bool
  /// Reads a file below the content folder, or one of the last build's output; nil if that fails.
  let read: @Sendable (String) -> [UInt8]?
  let published: @Sendable (String) -> [UInt8]?
  let templates: @Sendable (Settings.ChosenTheme?) -> TemplateSources
}

extension Report {
  /// Problems of the last build without those that only time brings up.
  var undated: Report { Report(sorted.filter { !DatedProblems.ids.contains($0.id) }) }
}
