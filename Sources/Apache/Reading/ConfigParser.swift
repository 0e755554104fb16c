import Diagnostics
import ProxyConfig

/// A line with what stands inside it, before it is known what `${NAME}` will be.
struct RawDirective {
  let name: String
  let words: [ConfigWord]
  let line: ConfigLine
  let shared: SharedSource
  var block: [RawDirective]?
  var included: [(source: SharedSource, directives: [RawDirective])]?
  /// One past the last byte in its file, with its block.
  var end: Int

  /// The value of an argument, counted from 1 after the name.
  func argument(_ number: Int) -> ByteText? { number < words.count ? words[number].text : nil }

  var place: Place { shared.source.place(line.place(0..<line.bytes.count)) }
  func place(_ word: Int) -> Place { word < words.count ? shared.source.place(line.place(words[word].range)) : place }
}

/// Reads lines into a tree and does what httpd does while it reads (`EXEC_ON_READ`): includes, `Define`, `LoadModule`, and the
/// sections that are there or not.
struct ConfigParser {
  static let deepest = 40

  let files: any FileView
  /// Whether a folder is shown as httpd's machine has it; what is missing in others may be there.
  let isShown: (String) -> Bool
  /// Included files that are not on this machine, and count as empty.
  var holes: [(path: String, place: Place)] = []
  /// Where relative names start, until `ServerRoot` says otherwise.
  var serverRoot: String
  var variables: Variables
  /// Identifiers of the modules that are loaded so far.
  var loaded: Set<String>
  /// Whether modules were loaded by a text that is a configuration of its own, since it also chooses how httpd works (an MPM) or
  /// where it lives. Other texts are part of one, even if they load a module for themselves, and all modules count as loaded.
  var isWhole: Bool { hasLoadModule && hasFoundation }
  var hasLoadModule = false
  var hasFoundation = false
  let assumesAll: Bool
  /// Modules that nobody here knows, whose directives may be anything.
  var foreign: Set<String> = []
  var report = Report()
  var sources: [Source] = []
  var macros: [String: MacroText] = [:]
  var depth = 0

  init(
    files: any FileView, serverRoot: String, variables: Variables, assumesAll: Bool,
    isShown: @escaping (String) -> Bool = { _ in true }
  ) {
    (self.files, self.serverRoot, self.variables, self.assumesAll) = (files, serverRoot, variables, assumesAll)
    self.isShown = isShown
    loaded = assumesAll ? DirectiveTable.stock.modules : DirectiveTable.stock.builtIn
  }

  mutating func parse(_ source: Source) -> (SharedSource, [RawDirective]) {
    sources.append(source)
    let shared = SharedSource(source)
    if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      fail(
        "byte-order-mark", "the file begins with a byte order mark, which httpd takes for part of the first directive",
        source.place(0..<3), help: "save the file as UTF-8 without a byte order mark")
    }
    var lines = Array(ConfigLines(source))[...]
    return (shared, block(&lines, shared, inside: nil))
  }

  mutating func fail(_ id: String, _ message: String, _ place: Place, help: String? = nil, notes: [String] = []) {
    report.add(Diagnostic(id, .error, message, at: place, notes: notes, help: help))
  }

  /// Reads up to the end of the section that is open, or of the lines. What is skipped only has to be balanced.
  mutating func block(
    _ lines: inout ArraySlice<ConfigLine>, _ shared: SharedSource, inside open: RawDirective?, isSkipped: Bool = false
  ) -> [RawDirective] {
    var result: [RawDirective] = []
    while let line = lines.popFirst() {
      var index = 0
      guard let first = line.word(from: &index) else { continue }
      let name = first.text.string
      if name.hasPrefix("</") {
        guard let open else {
          stray(name, line, shared)
          continue
        }
        let closed = name.dropFirst(2).prefix { $0 != ">" }.lowercased()
        if closed == open.name.dropFirst().lowercased() {
          closing = line.place(0..<line.bytes.count).upperBound
          return result
        }
        fail(
          "section-mismatch", "</\(closed)> ends a section, but the one that is open is \(open.name)>",
          shared.source.place(line.place(first.range)), help: "write </\(open.name.dropFirst())>")
        continue
      }
      var directive = read(name, first, line, shared, from: index)
      if name.hasPrefix("<") {
        section(&directive, &lines, isSkipped: isSkipped)
      } else if !isSkipped {
        execute(&directive)
      }
      if !isSkipped, directive.name.lowercased() != "<macro" { result.append(directive) }
    }
    if let open {
      fail(
        "section-not-closed", "the section \(open.name)> is not closed", open.place,
        help: "write </\(open.name.dropFirst())> after its last line")
    }
    closing = nil
    return result
  }

  /// Where the section that was read last ended.
  private var closing: Int?

  private mutating func stray(_ name: String, _ line: ConfigLine, _ shared: SharedSource) {
    fail(
      "section-not-open", "\(name) ends a section that was never opened",
      shared.source.place(line.place(0..<line.bytes.count)), help: "remove the line, or open the section before it")
  }

  private func read(
    _ name: String, _ first: ConfigWord, _ line: ConfigLine, _ shared: SharedSource, from start: Int
  ) -> RawDirective {
    var words = [first]
    var index = start
    let small = name.lowercased()
    var text = line
    if small.hasPrefix("<") {
      // `>` may follow the name at once.
      if name.hasSuffix(">") {
        words[0] = ConfigWord(range: first.range, text: ByteText(String(name.dropLast())), quoting: .none)
      }
      if let end = line.bytes.lastIndex(of: UInt8(ascii: ">")) {
        text = ConfigLine(bytes: Array(line.bytes[..<end]), start: 0)
      }
    }
    let isRewriting = small == "rewriterule" || small == "rewritecond"
    while let word = isRewriting ? text.rewriteWord(from: &index) : text.word(from: &index) { words.append(word) }
    return RawDirective(
      name: words[0].text.string, words: words, line: line, shared: shared,
      end: line.place(0..<line.bytes.count).upperBound)
  }

  private mutating func section(
    _ directive: inout RawDirective, _ lines: inout ArraySlice<ConfigLine>, isSkipped: Bool
  ) {
    // What stands behind the last `>` is not looked at (`ap_strrchr_c` in core.c).
    if !directive.line.bytes.contains(UInt8(ascii: ">")), !isSkipped {
      fail("section-bracket", "the line opens a section but has no >", directive.place, help: "end it with >")
    }
    if directive.name.lowercased() == "<perl" { return skip(&directive, &lines) }
    if directive.name.lowercased() == "<macro" {
      macro(directive, &lines)
      return
    }
    let isThere = isSkipped ? false : applies(directive)
    depth += 1
    defer { depth -= 1 }
    let block = block(&lines, directive.shared, inside: directive, isSkipped: isSkipped || !isThere)
    directive.block = isThere ? block : []
    directive.end = closing ?? directive.end
  }

  /// What mod_perl runs is no configuration.
  private func skip(_ directive: inout RawDirective, _ lines: inout ArraySlice<ConfigLine>) {
    directive.block = []
    while let line = lines.popFirst() {
      var index = 0
      guard line.word(from: &index)?.text.string.lowercased() != "</perl>" else { break }
    }
  }

  /// Keeps the lines of a macro as they are.
  private mutating func macro(_ directive: RawDirective, _ lines: inout ArraySlice<ConfigLine>) {
    var body: [ConfigLine] = []
    var open = 1
    while open > 0, let line = lines.popFirst() {
      var index = 0
      let name = line.word(from: &index)?.text.string.lowercased() ?? ""
      if name.hasPrefix("<macro") { open += 1 }
      if name.hasPrefix("</macro") { open -= 1 }
      if open > 0 { body.append(line) }
    }
    guard let name = directive.argument(1)?.string else {
      return fail("macro-name", "the macro has no name", directive.place, help: "write <Macro NAME>")
    }
    macros[name.lowercased()] = MacroText(
      parameters: directive.words.dropFirst(2).map(\.text), lines: body, shared: directive.shared)
  }

  /// The lines of a macro with its parameters put in, where `Use` stands.
  mutating func use(_ directive: RawDirective) -> (source: SharedSource, directives: [RawDirective])? {
    guard let name = directive.argument(1)?.string, let macro = macros[name.lowercased()] else {
      fail(
        "unknown-macro", "no macro is called \(directive.argument(1)?.string ?? "so")", directive.place(1),
        help: NearestName.of(directive.argument(1)?.string ?? "", among: macros.keys.sorted()).map {
          "did you mean \($0)?"
        }
          ?? "define it before it is used, with <Macro NAME>")
      return nil
    }
    let values = directive.words.dropFirst(2).map(\.text)
    guard values.count == macro.parameters.count else {
      fail(
        "macro-arguments", "the macro \(name) takes \(macro.parameters.count) arguments, and here are \(values.count)",
        directive.place)
      return nil
    }
    guard depth < Self.deepest else {
      fail("macro-depth", "macros use each other more than \(Self.deepest) deep", directive.place)
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    // A longer name is put in before one that is its beginning.
    let pairs = zip(macro.parameters, values).sorted { $0.0.count > $1.0.count }
    var lines = macro.lines.map { line in
      pairs.contains { ByteText(line.bytes).contains($0.0) }
        ? line.replaced(with: pairs.reduce(ByteText(line.bytes)) { $0.replacing($1.0, with: $1.1) }.bytes) : line
    }[...]
    return (macro.shared, block(&lines, macro.shared, inside: nil))
  }
}

/// A macro of mod_macro: lines in which parameters stand.
struct MacroText: Sendable {
  let parameters: [ByteText]
  let lines: [ConfigLine]
  let shared: SharedSource
}
