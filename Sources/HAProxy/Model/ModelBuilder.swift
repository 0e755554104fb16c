import Diagnostics
public import ProxyConfig

extension HAProxyModel {
  /// Works out what a configuration means, and what HAProxy would refuse.
  ///
  /// - Parameters:
  ///   - files: where pages, maps and lists are read from, as HAProxy does when it starts.
  ///   - believes: whether what is not in a folder there does not exist; else the folder is on another machine.
  public init(
    _ tree: ConfigTree, files: any FileView, believes: @escaping @Sendable (_ folder: String) -> Bool = { _ in true }
  ) {
    self.files = MachineFiles(files: files, believes: believes)
    var builder = ModelBuilder(files: self.files)
    for section in tree.directives { builder.read(section) }
    builder.resolve()
    var report = tree.report
    report.add(contentsOf: builder.problems)
    self.tree = ConfigTree(
      kind: tree.kind, main: tree.main, directives: tree.directives, sources: tree.sources, report: report)
    sections = builder.sections
    pageSets = builder.pageSets
    bufferSize = builder.bufferSize
  }
}

/// Goes through the sections in order, since each `defaults` holds for those behind it.
struct ModelBuilder {
  let files: MachineFiles
  var sections: [ProxySection] = []
  var pageSets: [String: [Int: Reply]] = [:]
  var problems: [Diagnostic] = []
  var bufferSize = 16_384
  /// The `defaults` sections read so far; the last one holds for sections without `from`.
  private var defaults: [Defaults] = []

  /// A `defaults` section and who takes it.
  private struct Defaults {
    let name: String?
    let settings: Settings
    var holdsForFrontend = false
    var holdsForBackend = false

    /// Rules make a section choosy about who takes it.
    var hasRules: Bool {
      !settings.requestRules.isEmpty || !settings.responseRules.isEmpty || !settings.afterRules.isEmpty
        || !settings.contentRules.isEmpty
    }
  }

  init(files: MachineFiles) {
    self.files = files
  }

  var expressions: ExpressionReader { ExpressionReader(files: files) }
  var replies: ReplyReader { ReplyReader(expressions: expressions, bufferSize: bufferSize) }

  func conditions(_ settings: Settings) -> ConditionReader {
    ConditionReader(expressions: expressions, acls: settings.acls)
  }

  mutating func read(_ section: Directive) {
    switch section.name {
    case "global": readGlobal(section)
    case "http-errors": readPageSet(section)
    case "defaults": readDefaults(section)
    case "frontend", "backend", "listen": readProxy(section)
    default: break
    }
  }

  /// Runs something that may be refused, and keeps the refusal as a problem of the line.
  mutating func attempt(_ line: Directive, _ step: (inout ModelBuilder) throws(Refusal) -> Void) {
    do throws(Refusal) {
      try step(&self)
    } catch {
      refuse(error, at: line.place)
    }
  }

  mutating func refuse(_ refusal: Refusal, at place: Place, id: String = "haproxy-refuses") {
    problems.append(
      Diagnostic(
        id, refusal.message, at: place, notes: ["HAProxy does not start with this line."], help: refusal.help))
  }

  /// What HAProxy warns of when it starts.
  mutating func warn(_ message: String, at place: Place, help: String) {
    problems.append(Diagnostic("haproxy-warns", .warning, message, at: place, help: help))
  }

  mutating func refuseUnknown(_ word: Argument, among known: Set<String>, _ what: String) {
    let nearest = NearestName.of(word.value, among: known.sorted()).map { "did you mean \($0)?" }
    refuse(Refusal("\(word.value) is no \(what)", help: nearest), at: word.place, id: "unknown-directive")
  }

  private mutating func readGlobal(_ section: Directive) {
    for line in section.block ?? [] {
      if !Keywords.global.contains(line.name), line.name != "no" {
        refuseUnknown(line.words[0], among: Keywords.global, "keyword of the section global")
      }
      if line.name == "tune.bufsize", let size = line.argument(1)?.number { bufferSize = size }
    }
  }

  private mutating func readPageSet(_ section: Directive) {
    let name = section.argument(1)?.string ?? ""
    if name.isEmpty {
      refuse(Refusal("an http-errors section needs a name", help: "write http-errors NAME"), at: section.place)
    } else if pageSets[name] != nil {
      refuse(Refusal("there are two http-errors sections called \(name)", help: "rename one"), at: section.place)
    }
    pageSets[name] = pageSets[name] ?? [:]
    for line in section.block ?? [] {
      guard line.name == "errorfile" else {
        refuseUnknown(line.words[0], among: ["errorfile"], "keyword of a section http-errors")
        continue
      }
      attempt(line) { builder throws(Refusal) in
        let (code, reply) = try builder.errorFile(line)
        builder.pageSets[name]?[code] = reply
      }
    }
  }

  private mutating func readDefaults(_ section: Directive) {
    let (name, base) = heading(section)
    let source = base.flatMap { taken(from: $0, section) }
    if let source, defaults[source].hasRules {
      refuse(Refusal("a defaults section cannot be made from one that has rules"), at: section.place)
    }
    let settings = source.map { defaults[$0].settings } ?? Settings()
    let context = ProxySection(
      number: -1, name: name ?? "", directive: section, isFrontend: true, isBackend: true, settings: settings)
    var reader = ProxyLineReader(section: context, isDefaults: true)
    reader.read(section.block ?? [], &self)
    let new = Defaults(name: name, settings: reader.section.settings)
    if name == nil, new.hasRules {
      refuse(Refusal("a defaults section with rules needs a name", help: "write defaults NAME"), at: section.place)
    }
    defaults.append(new)
  }

  private mutating func readProxy(_ section: Directive) {
    let (name, base) = heading(section)
    let kind = section.name
    guard let name else {
      refuse(Refusal("a \(kind) needs a name", help: "write \(kind) NAME"), at: section.place)
      return
    }
    if let refusal = Refusal(name: name, of: "a \(kind)") { refuse(refusal, at: section.words[1].place) }
    if kind == "listen" || kind == "frontend", let address = section.words.dropFirst(2).first,
      address.value.contains(":")
    {
      refuse(
        Refusal("an address cannot stand beside the name", help: "write bind \(address.value) on a line of its own"),
        at: address.place)
    }
    let (isFrontend, isBackend) = (kind != "backend", kind != "frontend")
    let twin = sections.first {
      $0.name == name && ($0.isFrontend && isFrontend || $0.isBackend && isBackend)
    }
    if twin != nil {
      refuse(Refusal("there is another section called \(name)", help: "rename one of them"), at: section.words[1].place)
    }
    let source = base.map { taken(from: $0, section) } ?? (defaults.isEmpty ? nil : defaults.count - 1)
    let context = ProxySection(
      number: sections.count, name: name, directive: section, isFrontend: isFrontend, isBackend: isBackend,
      settings: source.map { defaults[$0].settings } ?? Settings())
    if let source { checkTaking(source, context) }
    var reader = ProxyLineReader(section: context, isDefaults: false)
    reader.read(section.block ?? [], &self)
    sections.append(reader.section)
  }

  /// The name of a section, and the `defaults` it is made `from`.
  private func heading(_ section: Directive) -> (name: String?, base: String?) {
    let words = section.arguments.map(\.value)
    if words.first == "from", section.name == "defaults" { return (nil, words.dropFirst().first) }
    let base = words.dropFirst().first == "from" ? words.dropFirst(2).first : nil
    return (words.first, base)
  }

  /// The position of the `defaults` section that another one is made from.
  private mutating func taken(from name: String, _ section: Directive) -> Int? {
    if let index = defaults.lastIndex(where: { $0.name == name }) { return index }
    let nearest = NearestName.of(name, among: defaults.compactMap(\.name)).map { "did you mean \($0)?" }
    refuse(
      Refusal("there is no defaults section called \(name)", help: nearest ?? "define it before this section"),
      at: section.place)
    return nil
  }

  /// Rules in `defaults` hold either for frontends or for backends (manual, chapter 4).
  private mutating func checkTaking(_ index: Int, _ section: ProxySection) {
    if section.isFrontend { defaults[index].holdsForFrontend = true }
    if section.isBackend { defaults[index].holdsForBackend = true }
    let source = defaults[index]
    guard source.hasRules else { return }
    let message =
      if section.isFrontend, section.isBackend {
        "a listen section cannot take defaults that have rules"
      } else if source.holdsForFrontend, source.holdsForBackend {
        "frontends and backends cannot take the same defaults when they have rules"
      } else { "" }
    if !message.isEmpty {
      refuse(
        Refusal(message, help: "give each kind a defaults section of its own, and name it with from"), at: section.place
      )
    }
  }

  /// `errorfile CODE FILE`.
  func errorFile(_ line: Directive) throws(Refusal) -> (Int, Reply) {
    guard line.words.count > 2 else {
      throw Refusal("errorfile needs a code and a file", help: "write errorfile 503 /path/503.http")
    }
    let code = try pageCode(line.words[1].value)
    let response = try StoredResponse(line.words[2].value, for: code, files: files, bufferSize: bufferSize)
    return (code, Reply(status: response.status, body: .response(response), place: line.place))
  }

  func pageCode(_ text: String) throws(Refusal) -> Int {
    guard let code = Int(text), PageCodes.all.contains(code) else {
      let codes = PageCodes.all.sorted().map(String.init).joined(separator: " ")
      throw Refusal("HAProxy has no page for \(text)", help: "name one of \(codes)")
    }
    return code
  }
}
