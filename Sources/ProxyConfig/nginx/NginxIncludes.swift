import Diagnostics
import Multicore

/// Follows every `include`, each time in its own context (`ngx_conf_include`).
///
/// Paths are relative to the main file's directory, also in files that are included themselves. A pattern may match
/// nothing; a plain name must exist.
struct NginxIncludes {
  /// nginx itself has no limit and dies of a cycle.
  static let deepest = 50
  /// Enough for any real tree; a few files that include each other twice would otherwise double at every level.
  static let most = 100_000

  let files: any FileView
  /// Where relative names start.
  let directory: String
  private(set) var sources: [Source] = []
  private(set) var report = Report()
  private var parsed: [String: NginxFile] = [:]
  /// Files of a pattern, read together and not yet asked for.
  private var ahead: [String: Result<NginxFile, FileTrouble>] = [:]
  private var open: [String] = []
  private var followed = 0
  private var didStop = false

  init(files: any FileView, directory: String) {
    self.files = files
    self.directory = directory
  }

  /// The main file's directives with everything below them.
  mutating func expandMain(_ source: Source, path: String) -> [Directive] {
    let file = NginxParser.parse(source)
    sources.append(source)
    report.add(contentsOf: file.damage)
    guard file.hasIncludes else { return file.directives }
    open = [path]
    return expand(file.directives)
  }

  private mutating func expand(_ directives: [Directive]) -> [Directive] {
    var result = directives
    for index in result.indices {
      if let block = result[index].block, block.contains(where: { $0.block != nil || $0.name == "include" }) {
        result[index].block = expand(block)
      }
      if result[index].name == "include", result[index].block == nil, result[index].words.count == 2 {
        result[index].included = follow(result[index])
      }
    }
    return result
  }

  private mutating func follow(_ directive: Directive) -> [IncludedFile] {
    let name = PathText.join(directory, directive.words[1].value)
    let place = directive.words[1].place
    guard GlobPattern.isPattern(name) else { return [load(name, for: place)].compactMap(\.self) }
    let paths = GlobPattern.expand(name, in: files)
    readAhead(paths)
    return paths.compactMap { load($0, for: place) }
  }

  /// Reads and parses the files of a pattern on all cores.
  private mutating func readAhead(_ paths: [String]) {
    let unread = paths.prefix(Self.most).filter { parsed[$0] == nil && ahead[$0] == nil }
    guard unread.count > 1 else { return }
    let files = files
    for (path, file) in zip(unread, Cores.map(unread) { Self.read($0, files) }) { ahead[path] = file }
  }

  private static func read(_ path: String, _ files: any FileView) -> Result<NginxFile, FileTrouble> {
    do throws(FileTrouble) {
      return .success(NginxParser.parse(Source(name: path, bytes: try files.read(path))))
    } catch {
      return .failure(error)
    }
  }

  private mutating func load(_ path: String, for place: Place) -> IncludedFile? {
    if let start = open.firstIndex(of: path) {
      let circle = (open[start...] + [path]).map(PathText.name).joined(separator: " → ")
      fail(
        "include-cycle", "\(path) includes itself: \(circle)", place,
        help: "nginx dies of such a circle; take one include out")
      return nil
    }
    guard open.count < Self.deepest else {
      fail("include-depth", "includes nest more than \(Self.deepest) deep", place)
      return nil
    }
    followed += 1
    guard followed <= Self.most else {
      if !didStop { fail("include-count", "more than \(Self.most) files are included", place) }
      didStop = true
      return nil
    }
    guard let file = parse(path, for: place) else { return nil }
    guard file.hasIncludes else { return IncludedFile(source: file.source, directives: file.directives) }
    open.append(path)
    defer { open.removeLast() }
    return IncludedFile(source: file.source, directives: expand(file.directives))
  }

  /// A file is read and parsed once, however often it is included.
  private mutating func parse(_ path: String, for place: Place) -> NginxFile? {
    if let file = parsed[path] { return file }
    do throws(FileTrouble) {
      let file = try (ahead.removeValue(forKey: path) ?? Self.read(path, files)).get()
      parsed[path] = file
      sources.append(file.source)
      report.add(contentsOf: file.damage)
      return file
    } catch {
      fail(
        "unreadable-include", "the included file \(path) \(error.explanation)", place,
        help: "nginx will not start without it")
      return nil
    }
  }

  private mutating func fail(_ id: String, _ message: String, _ place: Place, help: String? = nil) {
    report.add(Diagnostic(id, .error, message, at: place, help: help))
  }
}
