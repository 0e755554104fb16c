public import Diagnostics
public import ProxyConfig

/// A configuration of Apache httpd as it was read.
public struct ApacheConfig: Sendable {
  public let main: Source
  /// The main file's directives; includes are below the directives that name them. A section's name has its brackets:
  /// `<Directory>`.
  public let directives: [Directive]
  public let sources: [Source]
  public let report: Report
  /// Identifiers of the modules that are loaded, such as `proxy_http_module`.
  public let modules: Set<String>
  /// Loaded modules that nobody here knows.
  public let foreignModules: Set<String>
  public let serverRoot: String
  let variables: Variables
  /// Included files that are not on this machine, and count as empty.
  let holes: [(path: String, place: Place)]

  /// The folder of a server that `DocumentRoot` says nothing of.
  var usualRoot: ByteText { ByteText(PathText.join(serverRoot, "htdocs")) }

  /// Whether a module is loaded.
  func has(_ module: String) -> Bool { modules.contains(module) }
}

/// Reads a configuration of Apache httpd 2.4: one file and everything it includes.
public enum ApacheReader {
  /// Where Debian's httpd looks for relative names until `ServerRoot` says otherwise.
  public static let usualRoot = "/etc/apache2"

  /// Reads `path`; a file that cannot be read gives an empty tree with an error in its report.
  ///
  /// - Parameters:
  ///   - serverRoot: where relative names start; nil for the folder of the file.
  ///   - environment: what `${NAME}` means beside `Define`.
  ///   - isShown: whether `files` show a folder as httpd's machine has it.
  public static func read(
    _ path: String, files: any FileView, serverRoot: String? = nil, environment: [String: String] = [:],
    isShown: @escaping (String) -> Bool = { _ in true }
  ) -> ApacheConfig {
    do throws(FileTrouble) {
      let source = Source(name: path, bytes: try files.read(path))
      return read(source, files: files, serverRoot: serverRoot, environment: environment, isShown: isShown)
    } catch {
      let problem = Diagnostic("unreadable-file", .error, "\(path) \(error.explanation)", at: Place(file: path))
      return ApacheConfig(
        main: Source(name: path, bytes: []), directives: [], sources: [], report: Report([problem]), modules: [],
        foreignModules: [], serverRoot: usualRoot, variables: Variables(environment: [:]), holes: [])
    }
  }

  /// Reads a main file that is in memory already.
  public static func read(
    _ source: Source, files: any FileView, serverRoot: String? = nil, environment: [String: String] = [:],
    isShown: @escaping (String) -> Bool = { _ in true }
  ) -> ApacheConfig {
    let root = serverRoot ?? PathText.parent(source.name)
    func parse(assumesAll: Bool) -> (ConfigParser, [RawDirective]) {
      var parser = ConfigParser(
        files: files, serverRoot: root, variables: Variables(environment: environment), assumesAll: assumesAll,
        isShown: isShown)
      let (_, raw) = parser.parse(source)
      return (parser, raw)
    }
    var (parser, raw) = parse(assumesAll: true)
    if parser.isWhole { (parser, raw) = parse(assumesAll: false) }
    var resolver = DirectiveResolver(variables: parser.variables)
    let directives = resolver.directives(raw)
    var report = parser.report
    report.add(contentsOf: resolver.problems)
    var validation = Validation(modules: parser.loaded, hasForeign: !parser.foreign.isEmpty)
    validation.check(directives)
    report.add(contentsOf: validation.problems)
    return ApacheConfig(
      main: source, directives: directives, sources: parser.sources, report: report, modules: parser.loaded,
      foreignModules: parser.foreign, serverRoot: parser.serverRoot, variables: parser.variables,
      holes: parser.holes)
  }

  /// Reads a `.htaccess`, in which the main configuration's variables hold.
  static func htaccess(_ source: Source, _ config: ApacheConfig, _ files: any FileView) -> (
    directives: [Directive], problems: Report
  ) {
    var parser = ConfigParser(
      files: files, serverRoot: config.serverRoot, variables: config.variables, assumesAll: false)
    parser.loaded = config.modules
    parser.foreign = config.foreignModules
    let (_, raw) = parser.parse(source)
    var resolver = DirectiveResolver(variables: parser.variables)
    return (resolver.directives(raw), parser.report)
  }
}

/// Puts in what `${NAME}` came to be, which is known only when everything has been read.
struct DirectiveResolver {
  let variables: Variables
  private(set) var problems: [Diagnostic] = []
  private var told: Set<String> = []

  init(variables: Variables) { self.variables = variables }

  mutating func directives(_ raw: [RawDirective]) -> [Directive] { raw.map { directive($0) } }

  private mutating func directive(_ raw: RawDirective) -> Directive {
    var unset: [(name: String, word: ConfigWord)] = []
    let words = raw.words.map { word in
      Argument(
        in: raw.shared, raw.line.place(word.range), quoting: word.quoting,
        decoded: variables.resolve(word.text) { unset.append(($0, word)) })
    }
    // Containers and service managers set variables that no configuration tells of.
    for (name, word) in unset where told.insert(name).inserted {
      problems.append(
        Diagnostic(
          "unset-variable", .info,
          "nothing here defines ${\(name)}; without it in httpd's environment its name stays in the text",
          at: raw.shared.source.place(raw.line.place(word.range)),
          help: "say what it is with --env FILE, or write Define \(name) VALUE"))
    }
    let rule = DirectiveTable.stock[raw.name]
    var name = rule?.name ?? raw.name
    if name.hasPrefix("<") { name += ">" }
    let start = raw.line.place(0..<raw.line.bytes.count).lowerBound
    var directive = Directive(
      name: name, words: words, block: raw.block.map { directives($0) }, in: raw.shared, start..<max(start, raw.end))
    directive.included = raw.included.map { files in
      files.map { IncludedFile(source: $0.source.source, directives: directives($0.directives)) }
    }
    return directive
  }
}
