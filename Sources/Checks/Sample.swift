public import ProxyConfig

/// A piece of configuration that shows a rule at work.
///
/// Samples stand on a small machine of their own: ``machine`` lists the files that are there besides a sample's own.
public struct Sample: Sendable {
  public let kind: ProxyKind
  /// The text without the marks.
  public let text: String
  /// Where findings are expected, as byte ranges of ``text``.
  public let marks: [Range<Int>]
  /// Further files, by absolute path.
  public let files: [String: String]
  /// The manifest of the built pages, for rules that hold a configuration against it.
  public let manifest: String?
  /// Which release of the proxy it is for; nil for the newest.
  let release: String?
  /// The main file's path on the proxy's machine.
  public let path: String
  /// The language's name in Markdown.
  let language: String

  /// A sample for nginx, the places of findings between `⟦` and `⟧`.
  public static func nginx(_ marked: String, files: [String: String] = [:], manifest: String? = nil) -> Sample {
    Sample(.nginx, "nginx", "/etc/nginx/nginx.conf", marked, files: files, manifest: manifest)
  }

  /// A Caddyfile, or JSON when it begins with a brace and a name.
  public static func caddy(
    _ marked: String, files: [String: String] = [:], manifest: String? = nil, release: String? = nil
  ) -> Sample {
    let isJSON = marked.replacing("⟦", with: "").hasPrefix("{\"")
    return Sample(
      .caddy, isJSON ? "json" : "caddyfile", "/etc/caddy/Caddyfile", marked, files: files, manifest: manifest,
      release: release)
  }

  /// A site with an application behind everything.
  ///
  /// - Parameters:
  ///   - errors: the lines in its `handle_errors`.
  ///   - proxy: the lines that ask the application.
  public static func caddy(
    errors lines: String, proxy: String = "reverse_proxy 127.0.0.1:9000", files: [String: String] = [:],
    manifest: String? = nil, release: String? = nil
  ) -> Sample {
    func indented(_ lines: String, by tabs: String) -> String {
      lines.split(separator: "\n", omittingEmptySubsequences: false).map { tabs + $0 }.joined(separator: "\n")
    }
    let text =
      "http://shop.example {\n\(indented(proxy, by: "\t"))\n\thandle_errors {\n\(indented(lines, by: "\t\t"))\n\t}\n}"
    return caddy(text, files: files, manifest: manifest, release: release)
  }

  /// Lines of Caddy's `handle_errors` with a page of its own for each code.
  public static let pageForEachCode = "root * /srv/pages\nrewrite * /{err.status_code}.html\nfile_server"

  /// A sample for any proxy: the name of its language in Markdown, and where its main file lies.
  public init(
    _ kind: ProxyKind, _ language: String, _ path: String, _ marked: String, files: [String: String] = [:],
    manifest: String? = nil, release: String? = nil
  ) {
    self.kind = kind
    (self.language, self.path) = (language, path)
    self.release = release
    self.files = files
    self.manifest = manifest
    var text = ""
    var marks: [Range<Int>] = []
    var start: Int?
    for character in marked.unicodeScalars {
      switch character {
      case "⟦": start = text.utf8.count
      case "⟧":
        if let begin = start { marks.append(begin..<text.utf8.count) }
        start = nil
      default: text.unicodeScalars.append(character)
      }
    }
    self.text = text
    self.marks = marks
  }

  /// The files every sample finds in place.
  public static let machine: [String: String] = [
    "/srv/pages/404.html": "<!doctype html><meta charset=utf-8><title>404</title>",
    "/srv/pages/500.html": "<!doctype html><meta charset=utf-8><title>500</title>",
    "/srv/pages/502.html": "<!doctype html><meta charset=utf-8><title>502</title>",
    "/srv/pages/503.html": "<!doctype html><meta charset=utf-8><title>503</title>",
    "/srv/pages/504.html": "<!doctype html><meta charset=utf-8><title>504</title>",
    "/srv/pages/50x.html": "<!doctype html><meta charset=utf-8><title>50x</title>",
    "/srv/pages/errors/502.html": "<!doctype html><meta charset=utf-8><title>502</title>",
    "/srv/www/index.html": "<!doctype html><meta charset=utf-8><title>Home</title>",
  ]

  /// A manifest with pages for 502 and 503, for samples.
  static let pack = """
    {"codes": [502, 503], "files": [
      {"file": "en/502.html", "code": 502, "language": "en", "format": "html", "bytes": 52, "class": "nano"},
      {"file": "en/503.html", "code": 503, "language": "en", "format": "html", "bytes": 20000}
    ]}
    """

  /// The machine of the sample, with the configuration in its place.
  public func machine(prefix: String) -> Machine {
    var view = MemoryFiles(Self.machine)
    for (path, text) in files { view.add(path, Array(text.utf8)) }
    view.add("/srv/locked/secret.html", Array("<!doctype html>".utf8), mode: 0o600)
    view.add(path, Array(text.utf8))
    let pages = manifest.flatMap { BuiltPages(folder: "/pack", manifest: Array($0.utf8), files: view) }
    return Machine(files: view, prefix: prefix, pages: pages, release: release)
  }
}
