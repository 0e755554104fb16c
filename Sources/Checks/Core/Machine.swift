public import ProxyConfig

/// What is known of the proxy's machine besides the configuration.
public struct Machine: Sendable {
  /// The disk, or whatever stands in its place.
  public var files: any FileView
  /// Where relative paths start.
  public var prefix: String
  /// The built error pages, when they are known.
  public var pages: BuiltPages?
  /// `files` shows the proxy's whole machine: what is not there does not exist.
  public var isWholeMachine: Bool
  /// Folders of the proxy's machine that are certainly shown by `files`.
  public var knownFolders: [String]
  /// The proxy's release, one of those it is modelled in; nil for the newest.
  public var release: String?
  /// The variables of the proxy's process, as far as they are known.
  public var environment: [String: String]
  /// Where the paths of the configuration's files start; empty where that makes no difference.
  public var workingDirectory = ""
  /// Files that are read after the main one, where the proxy takes several.
  public var furtherFiles: [String] = []

  public init(
    files: any FileView, prefix: String = "/usr/share/nginx", pages: BuiltPages? = nil, isWholeMachine: Bool = false,
    knownFolders: [String] = [], release: String? = nil, environment: [String: String] = [:]
  ) {
    self.files = files
    self.prefix = prefix
    self.pages = pages
    self.isWholeMachine = isWholeMachine
    self.knownFolders = knownFolders
    self.release = release
    self.environment = environment
  }
}

extension Machine {
  /// Whether a folder is shown as the proxy has it, by what is here.
  ///
  /// - Parameter main: the main file of the configuration.
  public func believes(_ folder: String, main: String) -> Bool {
    let folder = PathText.normal(folder)
    if isWholeMachine || shownFolders(main: main).contains(where: { (folder + "/").hasPrefix($0) }) { return true }
    let isOfThisMachine = Self.installed.contains { PathText.join(workingDirectory, main).hasPrefix($0) }
    return (isOfThisMachine || !Self.common.contains(folder)) && files.exists(folder)
  }

  /// Folders that are certainly shown as they are, each with a slash at its end.
  func shownFolders(main: String) -> [String] {
    let beside = PathText.parent(main) + "/"
    return knownFolders.map { PathText.normal($0) + "/" } + (beside == "/" ? [] : [beside])
  }

  /// Folders that any machine may have, so that they prove nothing about the proxy's.
  private static let common: Set<String> = [
    "/", "/srv", "/opt", "/home", "/tmp", "/var", "/var/www", "/var/www/html", "/usr/share", "/usr/share/nginx",
    "/usr/share/nginx/html", "/usr/local", "/usr/local/nginx/html", "/usr/local/openresty/nginx/html", "/etc/nginx",
    "/etc/nginx/html", "/etc/haproxy", "/etc/haproxy/errors", "/usr/share/haproxy", "/etc/caddy", "/usr/share/caddy",
    "/etc/apache2", "/usr/share/apache2", "/usr/share/apache2/error", "/etc/httpd", "/usr/local/apache2/htdocs", "/etc",
    "/etc/ssl", "/etc/ssl/certs", "/etc/ssl/private",
  ]
  /// Where the configuration of the machine at hand lies.
  private static let installed = ["/etc/", "/usr/"]
}
