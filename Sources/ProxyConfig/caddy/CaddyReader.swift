public import Diagnostics

/// Reads a Caddy configuration, a Caddyfile or JSON, with everything it imports.
public enum CaddyReader {
  /// Reads `path`. A file that cannot be read gives an empty configuration with an error in its report.
  public static func read(
    _ path: String, files: any FileView, release: CaddyRelease = .release211, environment: [String: String] = [:],
    surroundings: CaddySurroundings = .thisMachine
  ) -> CaddyConfig {
    do throws(FileTrouble) {
      return read(
        Source(name: path, bytes: try files.read(path)), files: files, release: release, environment: environment,
        surroundings: surroundings)
    } catch {
      let problem = Diagnostic("unreadable-file", .error, "\(path) \(error.explanation)", at: Place(file: path))
      let tree = ConfigTree(
        kind: .caddy, main: Source(name: path, bytes: []), directives: [], sources: [], report: Report([problem]))
      var config = CaddyConfig(release: release, tree: tree, report: Report([problem]))
      config.refusal = problem
      return config
    }
  }

  /// Reads a main file that is in memory already; its name says where relative imports start.
  public static func read(
    _ source: Source, files: any FileView, release: CaddyRelease = .release211, environment: [String: String] = [:],
    surroundings: CaddySurroundings = .thisMachine
  ) -> CaddyConfig {
    var config =
      isJSON(source)
      ? CaddyJSONReader.read(source, release)
      : caddyfile(source, files, release, environment, surroundings)
    config.environment = environment
    if config.refusal == nil {
      CaddyStartChecks.run(&config)
      CaddyAutomaticHTTPS(httpPort: config.httpPort, httpsPort: config.httpsPort).apply(to: &config.servers)
    }
    return config
  }

  /// JSON begins with a brace and a name in quotation marks; a Caddyfile's global options begin with a brace alone.
  private static func isJSON(_ source: Source) -> Bool {
    if source.name.hasSuffix(".json") { return true }
    let text = source.bytes.drop { $0 <= 0x20 }
    guard text.first == UInt8(ascii: "{") else { return false }
    let next = text.dropFirst().drop { $0 <= 0x20 }.first
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}") && text.count < 8
  }

  private static func caddyfile(
    _ source: Source, _ files: any FileView, _ release: CaddyRelease, _ environment: [String: String],
    _ surroundings: CaddySurroundings
  ) -> CaddyConfig {
    var imports = CaddyImports(
      files: files, release: release, environment: environment, surroundings: surroundings)
    var report = Report()
    var tokens: [CaddyToken] = []
    do throws(CaddyRefusal) {
      tokens = try imports.tokens(of: source, file: source.name)
    } catch {
      report.add(error.diagnostic)
    }
    var parser = CaddyParser(tokens, imports: imports)
    parser.parse()
    report.add(parser.report)
    for (name, value, place) in parser.imports.unset.firstOfEach {
      let what = value.isEmpty ? "nothing" : value
      report.add(
        Diagnostic(
          "env-unset", .info,
          "the environment variable \(name) is not set here and has no default: \(what) was taken for it", at: place,
          notes: ["Where it is not set, Caddy puts nothing in its place."],
          help: "write {$\(name):default}, or say with --env FILE what it is"))
    }
    let refusal = report.sorted.first { $0.severity == .error }
    let tree = ConfigTree(
      kind: .caddy, main: source, directives: CaddyTree.directives(parser.blocks, release),
      sources: parser.imports.sources,
      report: report)
    var config = CaddyConfig(release: release, tree: tree, report: report)
    config.standIns = parser.imports.standIns
    config.refusal = refusal
    CaddyAdapter(release, acceptsModules: surroundings == .unknownMachine).adapt(parser.blocks, into: &config)
    return config
  }
}

extension [(name: String, value: String, place: Place)] {
  /// Each variable where it stands first.
  fileprivate var firstOfEach: Self {
    var seen: Set<String> = []
    return filter { seen.insert($0.name).inserted }
  }
}
