public import Content

/// The gallery of error pages, which others make and the site links to.
public struct GalleryPlace: Sendable {
  /// Where it lies in the site.
  public let path: SitePath
  /// `'sha256-…'` of each style that the pages it shows in frames carry.
  public let policySources: [String]

  public init(path: SitePath, policySources: [String]) {
    (self.path, self.policySources) = (path, policySources)
  }
}
