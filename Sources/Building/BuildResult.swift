public import Diagnostics
public import Publish

/// What came of a build.
public struct BuildResult: Sendable {
  /// How much had to be made.
  public enum Extent: Sendable, Equatable {
    /// Nothing: the published pages are those that a build would make.
    case nothing
    /// What edits of articles' texts or outlines concern.
    case incremental
    case whole
  }

  public var report: Report
  /// Nil when the output folder is as it was.
  public var summary: Publisher.Summary?
  public var closing: BuildClosing
  public var extent = Extent.whole
  /// What the build was made from and of: to give a large site's memory back takes time, so the caller chooses when.
  public var leftovers: [any Sendable] = []
}

extension BuildClosing {
  /// The numbers of what was made.
  init(_ placed: [PlacedFile], day: String) {
    self.init(
      pages: placed.reduce(0) { $0 + ($1.path.hasSuffix(".html") ? 1 : 0) }, files: placed.count,
      bytes: placed.reduce(0) { $0 + $1.size }, day: day)
  }
}
