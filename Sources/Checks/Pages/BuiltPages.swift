import FoundationEssentials
public import ProxyConfig

/// The error pages a build has made, as their manifest lists them.
public struct BuiltPages: Sendable {
  /// One file of the pack.
  public struct Page: Sendable, Hashable, Codable {
    /// Path below the pack's folder.
    public let file: String
    public let code: Int
    public let language: String
    public let format: String
    public let bytes: Int
    public let gzip: Int?
    /// The smallest budget it fits.
    public let `class`: String?
    public let sha256: String?
  }

  /// The folder the manifest lies in.
  public let folder: String
  public let codes: [Int]
  public let pages: [Page]
  private let files: any FileView

  private struct Document: Codable {
    let codes: [Int]
    let files: [Page]
  }

  /// Nil when the text is no manifest.
  public init?(folder: String, manifest: [UInt8], files: any FileView) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(manifest)) else { return nil }
    self.folder = folder
    codes = document.codes
    pages = document.files
    self.files = files
  }

  /// The bytes of a built page, or of the one that proxies fill in if `path` is such a one's; nil when it is not there.
  public func bytes(of page: Page, deployedAs path: String) -> [UInt8]? {
    let live = ["live/ssi/", "live/caddy/"].first { path.hasSuffix("/" + $0 + page.file) } ?? ""
    return try? files.read(PathText.join(folder, live + page.file))
  }

  /// The page built for exactly this place in the pack: language folder and name.
  public func page(deployedAs path: String) -> Page? {
    pages.first { path.hasSuffix("/" + $0.file) }
  }

  /// The HTML page whose path ends as this one does, language folders ignored when there is no other way.
  public func page(servedAs path: String) -> Page? {
    let html = pages.filter { $0.format == "html" }
    if let exact = html.first(where: { path.hasSuffix("/" + $0.file) }) { return exact }
    let name = PathText.name(path)
    return html.first { PathText.name($0.file) == name }
  }
}
