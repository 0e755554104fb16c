public import Checks
public import ProxyConfig

extension ProxyKind {
  public static let apache = ProxyKind(rawValue: "apache")
}

/// Apache httpd 2.4.
public struct ApacheProxy: Proxy {
  public init() {}

  public let kind = ProxyKind.apache
  public let rules = ApacheProject.rules
  public let usualPrefix = ApacheReader.usualRoot

  /// Files begin with a section, or with a directive in capitals that no other program has.
  public func likeness(of path: String, _ head: ConfigHead) -> Int {
    let name = PathText.name(path).lowercased()
    if [".htaccess", "apache2.conf", "httpd.conf"].contains(name) { return certain }
    guard let first = head.lines.first?.drop(while: \.isWhitespace) else { return name.contains("apache") ? 1 : 0 }
    if first.hasPrefix("<") {
      let section = first.dropFirst().prefix { $0.isLetter }
      return DirectiveTable.stock["<\(section)"]?.name == "<\(section)" ? certain : 0
    }
    // A directive of another module may come first, such as WSGIScriptAlias.
    let isForeign = first.first?.isUppercase == true && first.contains(" ")
    let isApache =
      head.lines.prefix(isForeign ? 20 : 1).contains(where: isDirective)
      && !head.lines.prefix(20).contains { $0.hasSuffix(";") || $0.hasSuffix("{") }
    return isApache ? certain : name.contains("apache") || name.contains("httpd") ? 2 : 0
  }

  private func isDirective(_ line: String) -> Bool {
    guard let word = line.split(whereSeparator: \.isWhitespace).first.map(String.init),
      let rule = DirectiveTable.stock[word]
    else { return false }
    return rule.name == word && word.first?.isUppercase == true
  }

  public func load(_ path: String, _ machine: Machine) -> any LoadedProxy { ApacheProject(path, machine) }

  public func tracer(_ path: String, _ machine: Machine, isPlainVisitor: Bool) -> TracedConfig {
    let model = ApacheModel(path, machine)
    let files: any FileView = isPlainVisitor ? ServedFiles(machine, model) : machine.files
    return TracedConfig(
      tree: model.tree, tracer: ApacheTracer(model, files: files),
      holes: model.config.holes.map { IncludeHole(place: $0.place, path: $0.path) })
  }
}

extension ApacheModel {
  init(_ path: String, _ machine: Machine) {
    let root = machine.prefix.isEmpty || machine.prefix == "/usr/share/nginx" ? ApacheReader.usualRoot : machine.prefix
    self.init(
      ApacheReader.read(
        path, files: machine.files, serverRoot: root, environment: machine.environment,
        isShown: { folder in
          // A package puts /etc/apache2 on machines that have nothing to do with this configuration.
          let isPackaged = folder.hasPrefix("/etc/apache2") || folder.hasPrefix("/etc/httpd")
          return machine.isWholeMachine
            || (!isPackaged || path.hasPrefix("/etc/")) && machine.believes(folder, main: path)
        }))
  }

  /// The configuration as a tree, with everything that keeps httpd from starting.
  public var tree: ConfigTree {
    ConfigTree(
      kind: .apache, main: config.main, directives: config.directives, sources: config.sources, report: report)
  }
}
