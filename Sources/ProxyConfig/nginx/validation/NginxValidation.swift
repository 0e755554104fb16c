import Diagnostics

/// Holds a tree against what stock nginx takes: the place, the number of words, block or not (`ngx_conf_handler`), what
/// the words are, and what may not be said twice.
///
/// Unknown directives are somebody's module and pass. Whether hosts can be resolved, files opened and ports bound is a
/// question to the machine and not asked here.
struct NginxValidation {
  /// What was said on one level of configuration, over all files that make it up.
  final class Level {
    var names: [String: Directive] = [:]
    var locations: [LocationKey: Directive] = [:]
    var listens: [String: Directive] = [:]
    /// The words of the location around, when there is one.
    let location: NginxLocationName?
    let directive: Directive?
    var buffers: [String: NginxBuffers]
    /// Methods of balancing that know no `backup`.
    var refusesBackup = false
    var hasServers = false
    var referers: Set<ByteText> = []
    /// Zones that limit on this level already.
    var limits: Set<String> = []
    /// What `proxy_redirect` has said: nil for nothing, false for `off`.
    var redirects: Bool?
    var headerBuffer = 8192
    var poolSize = 512

    init(_ location: NginxLocationName?, _ directive: Directive?, buffers: [String: NginxBuffers] = [:]) {
      self.location = location
      self.directive = directive
      self.buffers = buffers
    }
  }

  struct LocationKey: Hashable {
    let name: ByteText
    let isExact: Bool
  }

  private(set) var problems: [Diagnostic] = []
  var variables = NginxVariableNames()
  var names = NginxSharedNames()
  var sockets = NginxSockets()
  /// A certificate for all servers stands in `http`.
  private(set) var httpHasCertificate = false
  /// The whole configuration is here, so that what is not defined does not exist.
  private(set) var isWhole = false

  /// Blocks whose lines are data: a word there is a key and not a directive.
  static let dataBlocks: Set<String> = ["map", "geo", "split_clients", "types", "charset_map"]

  static func problems(in tree: ConfigTree) -> [Diagnostic] {
    var validation = NginxValidation()
    validation.check(tree)
    return validation.problems
  }

  private mutating func check(_ tree: ConfigTree) {
    let top = tree.directives
    let all = top.expanded
    isWhole = all.contains { ($0.name == "http" || $0.name == "events") && $0.block != nil }
    if isWhole {
      checkEvents(all)
      variables.collect(top)
      names.collect(all)
      let http = all.filter { $0.name == "http" }.flatMap { $0.block?.expanded ?? [] }
      httpHasCertificate = http.contains { $0.name == "ssl_certificate" || $0.name == "ssl_reject_handshake" }
    }
    // A fragment is somebody's include: what is around it is not known.
    check(top, in: isWhole ? .main : nil, Level(nil, nil))
    guard isWhole else { return }
    checkSockets()
    checkConnections(all)
  }

  /// A main file without `events` is not started with, unless the block stands in a file that is not here (`ngx_events_module`).
  private mutating func checkEvents(_ all: [Directive]) {
    guard !all.contains(where: { $0.name == "events" || $0.name == "include" && $0.included?.isEmpty != false }),
      let first = all.first(where: { $0.name == "http" })
    else { return }
    add(
      "missing-block", "there is no \"events\" block beside \"http\", so nginx does not start", first,
      help: "add: events { }")
  }

  private mutating func check(_ directives: [Directive], in context: NginxContext?, _ level: Level) {
    for directive in directives {
      check(directive, in: context, level)
      for file in directive.included ?? [] { check(file.directives, in: context, level) }
      guard let block = directive.block else { continue }
      if Self.dataBlocks.contains(directive.name) {
        checkData(directive, block)
      } else if let inner = context?.inside(directive.name) ?? (context == nil ? Self.guess(directive.name) : nil) {
        let location = inner == .location ? NginxLocationName(directive) : nil
        let next = Level(location, directive, buffers: level.buffers)
        (next.headerBuffer, next.poolSize) = (level.headerBuffer, level.poolSize)
        if inner == .server { sockets.open(directive) }
        check(block, in: inner, next)
        close(next, inner)
      }
    }
  }

  /// In a fragment a block's name says what it opens.
  private static func guess(_ name: String) -> NginxContext? {
    switch name {
    case "server": .server
    case "location": .location
    case "upstream": .upstream
    default: nil
    }
  }

  private mutating func check(_ directive: Directive, in context: NginxContext?, _ level: Level) {
    guard let stock = directive.stock else {
      if directive.name == "include", directive.words.count != 2 || directive.block != nil {
        add("wrong-word-count", "\"include\" takes one word", directive)
      }
      if let context, let taken = LuaDirective.contexts(of: directive.name), !taken.contains(context) {
        add("misplaced-directive", "\"\(directive.name)\" is not allowed here", directive)
      }
      if directive.name == "stream", context == .main { checkStream(directive) }
      return
    }
    let name = directive.name
    let rules = stock.rules
    func fits(_ rule: NginxDirectiveRule) -> Bool { context.map { rule.contexts.contains($0) } ?? true }
    let hasBlock = directive.block != nil
    guard let rule = rules.first(where: { $0.hasBlock == hasBlock && fits($0) }) ?? rules.first(where: fits) else {
      add("misplaced-directive", "\"\(name)\" is not allowed here", directive)
      return
    }
    guard hasForm(directive, rule) else { return }
    if !rule.isRepeatable {
      if let first = level.names[name] {
        add(
          "duplicate-directive", "\"\(name)\" directive is duplicate", directive,
          help: "keep one of them; on one level nginx takes it once",
          related: [.init("the first one is here", at: first.place)])
        return
      }
      level.names[name] = directive
    }
    let before = problems.count
    checkValue(directive, rule)
    if problems.count == before { stock.check?(&self, directive, context, level) }
  }

  /// `stream` is another module's and its lines are not judged, but an empty upstream ends the start there as well
  /// (`ngx_stream_upstream`).
  private mutating func checkStream(_ stream: Directive) {
    for upstream in (stream.block ?? []).expanded where upstream.name == "upstream" {
      guard let block = upstream.block, !block.expanded.contains(where: { $0.name == "server" }) else { continue }
      add("empty-upstream", "no servers are inside upstream", upstream, help: "write \"server host:port;\"")
    }
  }

  /// Block or not, and how many words.
  private mutating func hasForm(_ directive: Directive, _ rule: NginxDirectiveRule) -> Bool {
    let name = directive.name
    if rule.hasBlock, directive.block == nil {
      add("missing-block", "\"\(name)\" has no opening \"{\"", directive)
      return false
    }
    if !rule.hasBlock, directive.block != nil {
      add(
        "unterminated-directive", "\"\(name)\" is not terminated by \";\"", directive,
        help: "write \";\" after the last word")
      return false
    }
    let count = directive.words.count - 1
    guard count < rule.fewest || rule.most.map({ count > $0 }) == true else { return true }
    add(
      "wrong-word-count", "invalid number of arguments in \"\(name)\": \(count) given, \(Self.range(rule)) taken",
      directive)
    return false
  }

  private static func range(_ rule: NginxDirectiveRule) -> String {
    guard let most = rule.most else { return "\(rule.fewest) or more" }
    return most == rule.fewest ? "\(most)" : "\(rule.fewest) to \(most)"
  }

  mutating func add(
    _ id: String, _ message: String, _ directive: Directive, help: String? = nil, related: [Diagnostic.Related] = []
  ) {
    guard problems.count < 1000, let first = directive.words.first, let last = directive.words.last else { return }
    let place = directive.source.place(first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound))
    problems.append(Diagnostic(id, .error, message, at: place, help: help, related: related))
  }

  mutating func add(_ id: String, _ message: String, _ word: Argument, help: String? = nil) {
    guard problems.count < 1000 else { return }
    if let name = TemplateMark.environmentVariable(in: word.bytes) {
      if !problems.contains(where: { $0.id == "template" }) {
        problems.append(
          Diagnostic(
            "template", .error, "this is a template and not yet a configuration", at: word.place,
            notes: ["${\(name)} is for envsubst, as the image of nginx runs it over /etc/nginx/templates."],
            help: "render the template first and check the result, or what \"nginx -T\" prints in the container"))
      }
      return
    }
    problems.append(Diagnostic(id, .error, message, at: word.place, help: help))
  }
}
