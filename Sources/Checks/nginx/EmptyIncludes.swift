public import Diagnostics
import ProxyConfig

/// An `include` whose file is not on this machine and was read as if it were empty.
public struct IncludeHole: Sendable {
  public let place: Place
  public let path: String
  /// One of the files every installation has; nothing in it decides where a request goes.
  public let isHarmless: Bool

  public init(place: Place, path: String, isHarmless: Bool = false) {
    (self.place, self.path, self.isHarmless) = (place, path, isHarmless)
  }
}

/// The files that a configuration includes, with stand-ins for those of another machine.
///
/// Somebody who checks a repository seldom has `/etc/nginx/mime.types` or `/etc/letsencrypt` beside it.
struct EmptyIncludes: FileView {
  private let base: any FileView
  private let isWholeMachine: Bool
  private let known: [String]
  /// The main file has to be there.
  private let main: String

  init(_ options: Machine, main: String) {
    self.main = main
    base = options.files
    isWholeMachine = options.isWholeMachine
    known = options.knownFolders
  }

  /// Empty files that say what they are; their bytes tell them from real ones.
  private static let standIn = Array("# not on the machine where this was checked\n".utf8)

  func status(of path: String) throws(FileTrouble) -> FileStatus { try base.status(of: path) }
  func names(in directory: String) throws(FileTrouble) -> [String] { try base.names(in: directory) }

  func read(_ path: String) throws(FileTrouble) -> [UInt8] {
    do throws(FileTrouble) { return try base.read(path) } catch {
      guard error == .missing || error == .denied, !isWholeMachine, path != main else { throw error }
      if PathText.name(path) == "mime.types" { return Self.standIn + Self.types }
      if Self.harmless.contains(PathText.name(path)) { return Self.standIn }
      // What would lie beside other files of this machine has to be there.
      guard !known.contains(where: { path.hasPrefix(PathText.normal($0) + "/") }), !isBesideSomething(path) else {
        throw error
      }
      return Self.standIn
    }
  }

  /// The folder of the file is here, so the file would be as well.
  private func isBesideSomething(_ path: String) -> Bool {
    let folder = PathText.parent(path)
    // A package puts /etc/nginx on machines that have nothing to do with this configuration.
    if folder.hasPrefix("/etc/nginx"), !main.hasPrefix("/etc/") { return false }
    return folder.isEmpty || base.exists(folder) && folder != "/etc"
  }

  static func holes(in tree: ConfigTree, _ options: Machine) -> [IncludeHole] {
    var holes: [IncludeHole] = []
    var passed: Set<String> = []
    tree.walk { directive, _ in
      if directive.name.hasSuffix("_pass"), let word = directive.argument(1) {
        passed.formUnion(NginxText(word).variableNames)
      }
    }
    tree.walk { directive, around in
      for file in directive.included ?? [] where file.source.bytes.starts(with: standIn) {
        let name = PathText.name(file.source.name)
        holes.append(
          IncludeHole(
            place: directive.words.last?.place ?? directive.place, path: file.source.name,
            isHarmless: name == "mime.types" || harmless.contains(name) && !mayPass(name, in: around.last)
              || isData(around.last, passed)))
      }
    }
    return holes
  }

  /// Lines of a table, which change what a variable says and nothing else; unless the variable says who is asked.
  private static func isData(_ around: Directive?, _ passed: Set<String>) -> Bool {
    guard let around, ["geo", "map", "types", "split_clients", "charset_map"].contains(around.name) else {
      return false
    }
    return !passed.contains(around.words.last { $0.bytes.first == UInt8(ascii: "$") }?.bytes.from(1).string ?? "")
  }

  /// A file of settings for a proxy may hold the `proxy_pass` that its location would otherwise lack.
  private static func mayPass(_ name: String, in around: Directive?) -> Bool {
    guard name.hasPrefix("proxy"), around?.name == "location", let block = around?.block else { return false }
    return !block.expanded.contains { $0.name.hasSuffix("_pass") || $0.name == "return" }
  }

  private static let harmless: Set<String> = [
    "fastcgi_params", "fastcgi.conf", "proxy_params", "uwsgi_params", "scgi_params", "koi-utf", "koi-win", "win-utf",
    "options-ssl-nginx.conf", "ssl-params.conf", "ssl.conf", "proxy.conf",
  ]

  /// The types that matter to pages.
  private static let types = Array(
    """
    types { text/html html htm shtml; text/css css; text/xml xml; image/gif gif; image/jpeg jpeg jpg; image/png png;
      image/svg+xml svg svgz; image/webp webp; image/x-icon ico; application/javascript js; application/json json;
      text/plain txt; application/pdf pdf; application/zip zip; font/woff woff; font/woff2 woff2; }

    """.utf8)
}
