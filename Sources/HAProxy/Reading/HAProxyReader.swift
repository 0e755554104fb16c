public import Diagnostics
public import ProxyConfig

extension ProxyKind {
  public static let haproxy = ProxyKind(rawValue: "haproxy")
}

/// Reads a configuration into sections: each is a directive whose block holds its lines.
public enum HAProxyReader {
  /// Reads a file, or of a folder every `.cfg` file in the order of their names, as `haproxy -f FOLDER` does.
  public static func read(
    _ path: String, files: any FileView, environment: [String: String] = [:]
  ) -> ConfigTree { read([path], files: files, environment: environment) }

  /// Reads files and folders in a row, as `haproxy -f A -f B` does.
  public static func read(
    _ paths: [String], files: any FileView, environment: [String: String] = [:]
  ) -> ConfigTree {
    var sources: [Source] = []
    for path in paths {
      do throws(FileTrouble) {
        var names = [path]
        if (try? files.status(of: path))?.kind == .directory {
          names = try files.names(in: path).filter { $0.hasSuffix(".cfg") && !$0.hasPrefix(".") }.sorted().map {
            PathText.join(path, $0)
          }
        }
        for name in names { sources.append(Source(name: name, bytes: try files.read(name))) }
      } catch {
        let problem = Diagnostic("unreadable-file", .error, "\(path) \(error.explanation)", at: Place(file: path))
        return ConfigTree(
          kind: .haproxy, main: Source(name: path, bytes: []), directives: [], sources: [], report: Report([problem]))
      }
    }
    return read(sources, environment: environment)
  }

  /// Reads files that are in memory already: one, or several in a row as `haproxy -f A -f B` does.
  public static func read(_ sources: [Source], environment: [String: String] = [:]) -> ConfigTree {
    var reader = SectionReader(environment: environment)
    for source in sources { reader.read(source) }
    return ConfigTree(
      kind: .haproxy, main: sources.first ?? Source(name: "", bytes: []), directives: reader.sections,
      sources: sources, report: Report(reader.problems))
  }
}

/// Puts lines into sections.
private struct SectionReader {
  var environment: [String: String]
  private(set) var sections: [Directive] = []
  private(set) var problems: [Diagnostic] = []

  init(environment: [String: String]) {
    self.environment = environment
  }

  mutating func read(_ source: Source) {
    let shared = SharedSource(source)
    var lines = LineReader(shared, environment: environment)
    var blocks = ConditionalBlocks()
    var head: Line?
    var body: [Directive] = []
    func directive(_ line: Line, _ block: [Directive]?) -> Directive {
      let end = block?.last?.range.upperBound ?? line.range.upperBound
      return Directive(
        name: line.words[0].value, words: line.words, block: block, in: shared, line.range.lowerBound..<end)
    }
    while let line = lines.next() {
      let words = line.words.map(\.value)
      if words[0].hasPrefix("."), blocks.take(words, environment: lines.environment) { continue }
      guard blocks.counts else { continue }
      if Keywords.sections.contains(words[0]) {
        if let head { sections.append(directive(head, body)) }
        (head, body) = (line, [])
      } else if head != nil {
        body.append(directive(line, nil))
        if head?.words[0].value == "global" { Self.setVariable(words, in: &lines.environment) }
      } else {
        problems.append(unknownSection(line))
      }
    }
    if let head { sections.append(directive(head, body)) }
    problems += lines.problems
    if blocks.isOpen {
      let end = source.place(source.bytes.count..<source.bytes.count)
      problems.append(
        Diagnostic("haproxy-refuses", "an .if has no .endif", at: end, help: "end the block with .endif"))
    }
    environment = lines.environment
  }

  private static func setVariable(_ words: [String], in environment: inout [String: String]) {
    switch words[0] {
    case "setenv" where words.count > 2: environment[words[1]] = words[2]
    case "presetenv" where words.count > 2: if environment[words[1]] == nil { environment[words[1]] = words[2] }
    case "unsetenv": for name in words.dropFirst() { environment[name] = nil }
    case "resetenv": environment = environment.filter { words.dropFirst().contains($0.key) }
    default: break
    }
  }

  private func unknownSection(_ line: Line) -> Diagnostic {
    let name = line.words[0].value
    let nearest = NearestName.of(name, among: Keywords.sections.sorted())
    return Diagnostic(
      "unknown-directive", "\(name) begins no section of HAProxy", at: line.words[0].place,
      notes: ["HAProxy refuses lines before the first section"],
      help: nearest.map { "did you mean \($0)?" } ?? "begin with global, defaults, frontend, backend or listen")
  }
}
