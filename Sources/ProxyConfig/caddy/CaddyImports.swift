import Diagnostics

/// Where imports lead: the files, the snippets' graph, and the files read so far.
struct CaddyImports {
  let files: any FileView
  let release: CaddyRelease
  let environment: [String: String]
  let surroundings: CaddySurroundings
  private(set) var sources: [Source] = []
  private(set) var unset: [(name: String, value: String, place: Place)] = []
  /// What is taken for variables that are not set, the same in all files.
  private(set) var standIns: [String: String] = [:]
  private var edges: [String: Set<String>] = [:]
  /// Chains of imports, each the one before it and one line more.
  private var trails: [Trail: Int] = [:]

  private struct Trail: Hashable {
    let before: Int
    let line: String
  }
  /// More words than any configuration has; imports that double themselves stop here.
  static let tokenLimit = 1_000_000
  static let importLimit = 20_000
  var count = 0

  init(
    files: any FileView, release: CaddyRelease, environment: [String: String],
    surroundings: CaddySurroundings = .thisMachine
  ) {
    self.surroundings = surroundings
    self.files = files
    self.release = release
    self.environment = environment
  }

  mutating func tokens(of source: Source, file: String) throws(CaddyRefusal) -> [CaddyToken] {
    if !sources.contains(where: { $0.name == source.name }) { sources.append(source) }
    if surroundings == .unknownMachine {
      let unset = CaddyExpandedSource.unset(in: source, environment: environment)
      for (name, places) in Dictionary(grouping: unset, by: \.name) where standIns[name] == nil {
        standIns[name] = CaddyUnsetVariable.value(of: name, at: places.map(\.place), in: source.bytes)
      }
    }
    let expanded = CaddyExpandedSource(source, environment: environment, standIns: standIns)
    unset += expanded.unset
    var lexer = CaddyLexer(expanded, file: file, release: release)
    return try lexer.tokens()
  }

  /// The words of an imported file; none when it holds only blanks.
  mutating func tokens(ofFile path: String, importedAt place: Place) throws(CaddyRefusal) -> [CaddyToken] {
    let bytes: [UInt8]
    do throws(FileTrouble) {
      bytes = try files.read(path)
    } catch {
      throw CaddyRefusal("the imported file \(path) \(error.explanation)", at: place)
    }
    guard bytes.contains(where: { !ByteText([$0]).trimmed.isEmpty }) else { return [] }
    return try tokens(of: Source(name: path, bytes: bytes), file: path)
  }

  /// The number of a chain that goes one import further.
  mutating func trail(after before: Int, line: String) -> Int {
    let trail = Trail(before: before, line: line)
    if let known = trails[trail] { return known }
    trails[trail] = trails.count + 1
    return trails.count
  }

  /// Adds `from → to`; false when that closes a circle (`importGraph.addEdge`).
  mutating func connect(_ from: String, to: String) -> Bool {
    var seen: Set<String> = []
    var open = Array(edges[to] ?? [])
    while let node = open.popLast() {
      if seen.insert(node).inserted { open += edges[node] ?? [] }
    }
    if seen.contains(from) { return false }
    edges[from, default: []].insert(to)
    return true
  }
}

extension CaddyParser {
  /// Replaces the `import` under the cursor by what it brings (`doImport`); the cursor is then on the first new word.
  mutating func takeImport(nesting: Int) throws(CaddyRefusal) {
    let start = cursor
    let importPlace = place
    var line = CaddyDispenser(tokens.slice(start..<start + upToEndOfImport(from: start)), release)
    _ = line.next()
    guard line.nextArgument(), let pattern = line.token else {
      cursor = start
      throw error("import needs a file, a pattern or a snippet")
    }
    if pattern.text.isEmpty { throw error("import needs the name of a file") }
    let arguments = line.remainingArguments()
    var blockTokens: [CaddyToken] = []
    var hasBlock = false
    if release.isModern {
      while line.nextInBlock(0) { if let token = line.token { blockTokens.append(token) } }
      hasBlock = line.cursor > arguments.count + 1
    }
    let consumed = hasBlock ? line.cursor + 1 : arguments.count + 2
    let blocks = try namedBlocks(blockTokens)
    var (imported, nodes) = try bring(pattern, arguments)
    var from = tokens[start].file
    if let snippet = pattern.snippet { from += ":\(snippet)" }
    for node in nodes where !imports.connect(from, to: node) {
      throw CaddyRefusal("imports run in a circle between \(from) and \(node)", at: importPlace)
    }
    nodes = []
    if release.isModern {
      let trail =
        pattern.snippet.map { "\(pattern.file):\(pattern.line) (import \($0))" }
        ?? "\(pattern.file):\(pattern.line) (import)"
      var (before, after) = (-1, 0)
      for index in imported.indices {
        if imported[index].imports != before {
          before = imported[index].imports
          after = imports.trail(after: before, line: trail)
        }
        imported[index].imports = after
      }
    }
    imported = CaddyImportArguments(arguments, release).apply(
      to: imported, block: blockTokens, blocks: blocks, nesting: nesting)
    imports.count += 1
    guard tokens.count + imported.count < CaddyImports.tokenLimit, imports.count <= CaddyImports.importLimit else {
      cursor = tokens.count - 1
      throw CaddyRefusal(
        "there are more than \(CaddyImports.importLimit) imports or \(CaddyImports.tokenLimit) words, which is not read",
        at: importPlace)
    }
    let end = min(tokens.count, start + consumed)
    tokens.replace(start..<end, with: imported)
    cursor = start
  }

  /// How many words an import line with its block may take; found first, so that long files are not copied.
  private func upToEndOfImport(from start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < tokens.count - 1 {
      if tokens[index].text == "{" { depth += 1 }
      if tokens[index].text == "}", depth > 0 { depth -= 1 }
      if depth == 0, !tokens[index].isOnLine(of: tokens[index + 1], release) { break }
      index += 1
    }
    return index - start + 1
  }

  /// `{blocks.name}`: the named parts of the block handed to a snippet, since 2.9.
  private func namedBlocks(_ tokens: [CaddyToken]) throws(CaddyRefusal) -> [ByteText: [CaddyToken]] {
    guard !tokens.isEmpty else { return [:] }
    var found: [ByteText: [CaddyToken]] = [:]
    var part = CaddyDispenser(tokens, release)
    while part.next() {
      let name = part.value
      if name == "{" { throw part.error("a block needs a name here") }
      var words = part.remainingTokens()
      let outer = part.nesting
      while part.nextInBlock(outer) { if let token = part.token { words.append(token) } }
      found[name] = words
    }
    return found
  }

  /// The words of a snippet, a file or a pattern of files, and the graph's nodes they stand for.
  private mutating func bring(_ pattern: CaddyToken, _ arguments: [ByteText]) throws(CaddyRefusal) -> (
    [CaddyToken], [String]
  ) {
    if let snippet = snippets[pattern.text] {
      return (snippet, snippet.first.map { ["\($0.file):\($0.snippet?.string ?? "")"] } ?? [])
    }
    let text = pattern.text.string
    let path = PathText.normal(PathText.join(PathText.parent(pattern.file), text))
    let wild = ByteText(path)
    if wild.count(of: "*") > 1 || wild.count(of: "?") > 1 || wild.contains("[") && wild.contains("]") {
      throw CaddyRefusal("an import's pattern may hold one * only: \(text)", at: pattern.place)
    }
    let isPattern = path.contains { "*?[]".contains($0) }
    var matches = isPattern ? PathPattern.expand(path, in: imports.files) : imports.files.exists(path) ? [path] : []
    if matches.isEmpty {
      if !isPattern { throw CaddyRefusal("the file to import does not exist: \(path)", at: pattern.place) }
      report.add(
        Diagnostic(
          "import-empty", .info, "no file matches the import \(text), so it brings nothing", at: pattern.place,
          notes: ["Caddy only warns; whatever the files should bring is missing."],
          help: "create a file that matches, or remove the import"))
    }
    if release.isModern, PathText.name(path).hasPrefix("*") { matches.removeAll { PathText.name($0).hasPrefix(".") } }
    var all: [CaddyToken] = []
    for match in matches {
      all += try imports.tokens(ofFile: match, importedAt: pattern.place)
      if all.count > CaddyImports.tokenLimit { break }
    }
    return (all, matches)
  }
}
