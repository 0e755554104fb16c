internal import Content
internal import Diagnostics

/// What edited articles change about a site that was built before.
protocol Edit: Sendable {
  /// The names of the sources that were read again.
  var checked: Set<String> { get }
  /// Those of them that name a cause, signatures or old addresses.
  var claiming: Set<String> { get }
  /// Paths in the output of files that are no more.
  var removed: [String] { get }
  /// To be kept for the next build.
  var model: SiteModel { get }

  /// Makes the files that have changed and hands each on as soon as it is made.
  func make<Written: Sendable>(_ write: @escaping @Sendable (OutputFile) -> Written) async
    -> [Written]

  /// What there is to report: `old` problems of files that were not read again, and those of the files that were. Nil if
  /// that cannot be told.
  func report(_ old: Report, on today: Day?, source: (String) -> [UInt8]?) -> Report?
}
