/// What the binary carries with it: the built-in theme, content that lies under every site, and the site that
/// `interlude init` lays down.
public enum Starter {
  /// A file by its path from the author's folder, such as `content/site.yaml`.
  public struct File: Sendable {
    public let path: String
    public let bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
      (self.path, self.bytes) = (path, bytes)
    }
  }

  /// The theme's files, by path below `templates/`.
  public static var templates: [File] {
    files(below: "templates/").map { File(path: String($0.path.dropFirst("templates/".count)), bytes: $0.bytes) }
  }

  /// Codes, articles, signatures and locales, by path below `content/`.
  public static var content: [File] {
    files(below: "content/").map { File(path: String($0.path.dropFirst("content/".count)), bytes: $0.bytes) }
  }

  /// The starter site's files, by path from the author's folder.
  public static var site: [File] {
    files(below: "starter/").map { File(path: String($0.path.dropFirst("starter/".count)), bytes: $0.bytes) }
  }

  private static func files(below folder: String) -> [File] {
    embeddedFiles.compactMap { path, text in
      let path = path.description
      return path.hasPrefix(folder) ? File(path: path, bytes: text.withUTF8Buffer { Array($0) }) : nil
    }
  }
}
