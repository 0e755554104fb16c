internal import Content
internal import Escaping

/// How a page names other pages: by relative URLs, or from the server's root where the page does not know its own depth.
enum Address: Sendable {
  /// Relative to this page, which works under any base path and from a folder on disk.
  case from(SitePath)
  /// Below a path that starts and ends with a slash.
  case below(String)

  func url(_ path: SitePath) -> String {
    switch self {
    case .from(let origin): path.relative(from: origin)
    case .below(let base): base + URLText.path(path.file)
    }
  }

  func url(_ path: SitePath, fragment: String?) -> String {
    guard let fragment else { return url(path) }
    return url(path) + "#" + URLText.path(fragment)
  }

  /// The path of an absolute URL, such as `/help/` for `https://example.com/help/`.
  static func path(ofBaseURL url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "/" }
    let path = url[scheme.upperBound...].drop { $0 != "/" }
    return path.isEmpty ? "/" : String(path)
  }
}
