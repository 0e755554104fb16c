import Diagnostics
import ProxyConfig

/// Reads the directives of one place: a server, a section or a `.htaccess`.
struct SettingsReader {
  enum Context: Sendable, Equatable {
    case server
    /// `<Directory>`, `<Files>` in it, or a `.htaccess`, with the folder.
    case directory(ByteText)
    case location(ByteText, isPattern: Bool)
    case other
  }

  var builder: ModelBuilder
  let context: Context
  var settings = Settings()
  var pendingConditions: [RewriteCondition] = []
  var requirements: [Requirement] = []
  /// `<Limit>` around the directives.
  var methods: Methods?

  init(builder: ModelBuilder, context: Context) { (self.builder, self.context) = (builder, context) }

  mutating func read(_ directive: Directive, server: inout Server) {
    if context == .server, readServer(directive, &server) { return }
    readCommon(directive, &server)
  }

  /// Puts together what stands in several lines.
  mutating func finish() {
    guard !requirements.isEmpty, let place = requirements.first?.place else { return }
    refuseNegations(requirements, place)
    settings.access.requires = requirements.count == 1 ? requirements[0] : .any(requirements, place)
  }

  mutating func fail(_ id: String, _ message: String, _ place: Place, help: String? = nil, notes: [String] = []) {
    builder.fail(id, message, place, help: help, notes: notes)
  }

  /// The arguments as plain text.
  func words(_ directive: Directive) -> [String] { directive.arguments.map(\.value) }

  func place(_ directive: Directive, _ argument: Int) -> Place {
    argument < directive.words.count ? directive.words[argument].place : directive.place
  }

  mutating func flag(_ directive: Directive) -> Bool? {
    guard let word = directive.argument(1)?.string.lowercased() else { return nil }
    if word == "on" { return true }
    if word == "off" { return false }
    fail("not-on-or-off", "\(directive.name) must be On or Off, not \(word)", place(directive, 1))
    return nil
  }

  mutating func pattern(_ text: ByteText, _ place: Place, ignoresCase: Bool = false) -> Pattern? {
    do throws(Pattern.Refusal) { return try Pattern(text, ignoresCase: ignoresCase) } catch {
      if error.isInvalid {
        fail("invalid-pattern", "the regular expression \(text.string) \(error.reason)", place)
      } else {
        settings.unknown.append(place)
      }
      return nil
    }
  }

  mutating func condition(_ text: ByteText, _ place: Place) -> Expression? {
    do throws(ExpressionRefusal) { return try ExpressionReader.condition(text) } catch {
      if error.isOurs {
        settings.unknown.append(place)
      } else {
        fail("invalid-expression", "the expression \(error.reason)", place)
      }
      return nil
    }
  }

  /// Reads a section's own directives; those of the server that stand in it by nature, such as nested files, are its own.
  mutating func section(_ block: [Directive], _ context: Context, _ server: inout Server) -> Settings {
    var reader = SettingsReader(builder: builder, context: context)
    for directive in block.effective { reader.readCommon(directive, &server) }
    reader.finish()
    builder = reader.builder
    return reader.settings
  }
}

/// Sections.
extension SettingsReader {
  mutating func readSection(_ directive: Directive, _ server: inout Server) {
    let block = directive.block ?? []
    switch directive.name {
    case "<Directory>", "<DirectoryMatch>": directorySection(directive, block, &server)
    case "<Location>", "<LocationMatch>": locationSection(directive, block, &server)
    case "<Files>", "<FilesMatch>": filesSection(directive, block, &server)
    case "<Proxy>", "<ProxyMatch>": proxySection(directive, block, &server)
    case "<If>", "<ElseIf>", "<Else>": conditionalSection(directive, block, &server)
    case "<Limit>", "<LimitExcept>":
      let outer = methods
      methods = Methods(names: Set(words(directive)), isExcept: directive.name == "<LimitExcept>")
      for inner in block.effective { readCommon(inner, &server) }
      methods = outer
    case "<RequireAll>", "<RequireAny>", "<RequireNone>": requirements.append(requirement(directive, block))
    case "<AuthnProviderAlias>", "<AuthzProviderAlias>", "<MDomainSet>", "<MDomainSetSection>": break
    default: settings.unknown.append(directive.place)
    }
  }

  /// What a section is for: its word, or after `~` a pattern.
  private mutating func match(_ directive: Directive, isPattern: Bool) -> (text: ByteText, match: Section.Match)? {
    let hasTilde = directive.words.count == 3 && directive.words[1].value == "~"
    guard let word = directive.arguments.dropFirst(hasTilde ? 1 : 0).first else {
      fail("section-argument", "\(directive.name) says not what it is for", directive.place)
      return nil
    }
    let text = word.bytes
    if isPattern || hasTilde { return pattern(text, word.place).map { (text, .pattern($0)) } }
    return (text, Glob.isPattern(text) ? .glob(text) : .prefix(text))
  }

  private mutating func directorySection(_ directive: Directive, _ block: [Directive], _ server: inout Server) {
    guard var (text, match) = match(directive, isPattern: directive.name == "<DirectoryMatch>") else { return }
    switch match {
    case .pattern: break
    case .prefix, .glob:
      text = ByteText(PathText.normal(PathText.join(builder.config.serverRoot, text.string)))
      if text.last != UInt8(ascii: "/") { text += "/" }
      if case .glob = match { match = .glob(text) } else { match = .prefix(text) }
    }
    server.directories.append(made(.directory, match, directive, section(block, .directory(text), &server)))
  }

  private mutating func locationSection(_ directive: Directive, _ block: [Directive], _ server: inout Server) {
    guard let (text, match) = match(directive, isPattern: directive.name == "<LocationMatch>") else { return }
    var isPattern = false
    if case .pattern = match { isPattern = true }
    let settings = section(block, .location(text, isPattern: isPattern), &server)
    server.locations.append(made(.location, match, directive, settings))
  }

  private mutating func filesSection(_ directive: Directive, _ block: [Directive], _ server: inout Server) {
    guard let (_, match) = match(directive, isPattern: directive.name == "<FilesMatch>") else { return }
    let inner = context == .server ? Context.other : context
    let own = section(block, inner, &server)
    settings.files.append(made(.files, match, directive, own))
  }

  private mutating func proxySection(_ directive: Directive, _ block: [Directive], _ server: inout Server) {
    guard let (text, match) = match(directive, isPattern: directive.name == "<ProxyMatch>") else { return }
    if text.lowercased.hasPrefix("balancer://") {
      var balancer = server.balancers[text.string.lowercased()] ?? Balancer()
      for inner in block.effective { member(inner, inner.words.dropFirst(), &balancer) }
      server.balancers[text.string.lowercased()] = balancer
    }
    // Unlike other sections a proxy's has no need of a whole name.
    let settings = section(block.filter { !["BalancerMember", "ProxySet"].contains($0.name) }, .other, &server)
    let star: Section.Match
    if case .glob(let text) = match, text == "*" { star = .prefix("") } else { star = match }
    server.proxies.append(made(.proxy, star, directive, settings))
  }

  private mutating func conditionalSection(_ directive: Directive, _ block: [Directive], _ server: inout Server) {
    let kind: ConditionalSection.Kind =
      directive.name == "<If>" ? .first : directive.name == "<ElseIf>" ? .elseIf : .otherwise
    var test: Expression?
    if kind != .otherwise {
      guard let word = directive.arguments.first else {
        return fail("section-argument", "\(directive.name) has no condition", directive.place)
      }
      test = condition(word.bytes, word.place)
      if test == nil { return }
    }
    if kind != .first, settings.conditions.isEmpty {
      return fail("else-without-if", "\(directive.name) has no <If> before it", directive.place)
    }
    let number = builder.nextNumber()
    let own = section(block, context == .server ? .other : context, &server)
    settings.conditions.append(
      ConditionalSection(number: number, kind: kind, condition: test, settings: own, place: directive.place))
  }

  private mutating func made(
    _ kind: Section.Kind, _ match: Section.Match, _ directive: Directive, _ settings: Settings
  ) -> Section {
    Section(number: builder.nextNumber(), kind: kind, match: match, settings: settings, place: directive.place)
  }
}
