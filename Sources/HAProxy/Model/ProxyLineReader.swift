import Diagnostics
import ProxyConfig

/// Reads the lines of one `defaults`, `frontend`, `backend` or `listen`.
struct ProxyLineReader {
  var section: ProxySection
  let isDefaults: Bool
  /// The kinds of rules so far.
  var kinds: Set<RuleKind> = []

  mutating func read(_ lines: [Directive], _ builder: inout ModelBuilder) {
    for line in lines {
      do throws(Refusal) {
        try checkCapability(of: line, &builder)
        try read(line, &builder)
        checkOrder(of: line, &builder)
      } catch {
        builder.refuse(error, at: line.place)
      }
    }
  }

  private mutating func read(_ line: Directive, _ builder: inout ModelBuilder) throws(Refusal) {
    switch line.name {
    case "mode":
      let text = line.argument(1)?.string ?? ""
      guard let mode = Settings.Mode(rawValue: text) else {
        throw Refusal("\(text.isEmpty ? "nothing" : text) is no mode", help: "write mode http or mode tcp")
      }
      section.settings.mode = mode
    case "option", "no", "default": try readOption(line, &builder)
    case "timeout": try readTimeout(line, &builder)
    case "acl": try readACL(line, builder)
    case "bind": if !isDefaults { section.binds += try ServerReader.binds(line) }
    case "server", "server-template": try readServer(line)
    case "default-server":
      section.settings.defaultServer = try ServerReader.options(
        line.words.dropFirst(), from: section.settings.defaultServer)
    case "errorfile", "errorfiles", "errorloc", "errorloc302", "errorloc303", "http-error":
      try readPage(line, builder)
    case "http-request", "http-response", "http-after-response", "redirect", "tcp-request":
      try readRule(line, builder)
    case "use_backend", "use-server": try readChoice(line, builder)
    case "default_backend":
      guard let name = line.argument(1) else {
        throw Refusal("default_backend needs the name of a backend", help: "write default_backend NAME")
      }
      section.settings.defaultBackend = (name.string, line.words[1].place)
    case "monitor-uri":
      guard let uri = line.argument(1) else { throw Refusal("monitor-uri needs a path", help: "write monitor-uri /up") }
      section.settings.monitorURI = (uri, line.place)
    case "monitor": try readMonitor(line, builder)
    case "stats": readStats(line)
    case "retries": section.settings.retries = line.argument(1)?.number ?? 0
    case "retry-on": try readRetryOn(line)
    case "balance": try readBalance(line)
    case "cookie": section.settings.persistsByCookie = true
    case "disabled": section.settings.isDisabled = true
    case "enabled": section.settings.isDisabled = false
    case "stick", "stick-table", "persist", "dispatch", "transparent", "use-fcgi-app", "filter",
      "force-persist", "ignore-persist":
      if line.name != "stick-table", !isDefaults { section.foreign.append(line) }
    default:
      if let instead = Keywords.removed[line.name] {
        throw Refusal("HAProxy no longer knows \(line.name)", help: instead)
      }
      if !Keywords.proxy.contains(line.name) {
        builder.refuseUnknown(line.words[0], among: Keywords.proxy, "keyword of a section \(section.directive.name)")
      }
    }
  }

  private mutating func readOption(_ line: Directive, _ builder: inout ModelBuilder) throws(Refusal) {
    let isOn = line.name == "option"
    let words = isOn ? line.arguments : line.arguments.dropFirst()
    guard let word = words.first else { return }
    // `no log`, `no http-reuse` and their like.
    if !isOn, line.words[1].value != "option" { return }
    switch word.value {
    case "redispatch":
      section.settings.redispatch = isOn ? words.dropFirst().first.flatMap { Int($0.value) } ?? -1 : nil
    case "forwardfor": section.settings.forwardedFor = isOn ? Self.forwardedFor(words.dropFirst().map(\.value)) : nil
    case "allbackups": section.settings.usesAllBackups = isOn
    default:
      if let instead = Keywords.removedOptions[word.value] {
        throw Refusal("HAProxy no longer knows option \(word.value)", help: instead)
      }
      if !Keywords.options.contains(word.value) {
        builder.refuseUnknown(word, among: Keywords.options, "option")
      }
    }
  }

  private static func forwardedFor(_ words: [String]) -> ForwardedFor {
    var result = ForwardedFor()
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "header": result.header = rest.popFirst()?.lowercased() ?? result.header
      case "except": if let range = rest.popFirst().flatMap({ AddressRange($0) }) { result.exceptions.append(range) }
      case "if-none": result.isOnlyIfNone = true
      default: break
      }
    }
    return result
  }

  private mutating func readTimeout(_ line: Directive, _ builder: inout ModelBuilder) throws(Refusal) {
    guard line.words.count > 2 else {
      throw Refusal("timeout needs a name and a time", help: "write timeout server 30s")
    }
    guard Keywords.timeouts.contains(line.words[1].value) else {
      builder.refuseUnknown(line.words[1], among: Keywords.timeouts, "timeout")
      return
    }
    let time = line.words[2].value
    // As `parse_time_err`: what follows a unit is passed over with a warning.
    guard let whole = time.prefixMatch(of: #/[0-9]+(?:us|ms|s|m|h|d)?/#)?.output,
      whole.count == time.count || whole.last?.isLetter == true
    else { throw Refusal("\(time) is not a time", help: "write a number with ms, s, m, h or d behind it") }
    if whole.count < time.count {
      builder.warn(
        "\(time) is read as \(whole): HAProxy ignores the rest, and later releases refuse it",
        at: line.words[2].place, help: "write \(whole)")
    }
    section.settings.timeouts[line.words[1].value] = line.place
  }

  private mutating func readACL(_ line: Directive, _ builder: ModelBuilder) throws(Refusal) {
    guard line.words.count > 2 else {
      throw Refusal("acl needs a name and a sample", help: "write acl NAME path_beg /api")
    }
    if let refusal = Refusal(name: line.words[1].value, of: "an acl") { throw refusal }
    let reader = builder.conditions(section.settings)
    section.settings.acls[line.words[1].value, default: []].append(
      try reader.comparison(line.words.dropFirst(2)))
  }

  private mutating func readServer(_ line: Directive) throws(Refusal) {
    if isDefaults { throw Refusal("a server cannot stand in defaults", help: "move the line into a backend") }
    let servers = try ServerReader.servers(line, usual: section.settings.defaultServer)
    if let twin = servers.first(where: { new in section.servers.contains { $0.name == new.name } }) {
      throw Refusal("there is another server called \(twin.name) in \(section.name)", help: "rename one of them")
    }
    section.servers += servers
  }

  private mutating func readMonitor(_ line: Directive, _ builder: ModelBuilder) throws(Refusal) {
    guard line.words.count > 2, line.words[1].isEqual(to: "fail"),
      let condition = try builder.conditions(section.settings).condition(line.words.dropFirst(2))
    else { throw Refusal("monitor needs fail and a condition", help: "write monitor fail if { nbsrv(app) lt 1 }") }
    section.monitorFailures.append(condition)
  }

  private mutating func readStats(_ line: Directive) {
    let word = line.argument(1)?.string ?? ""
    guard ["enable", "uri", "auth", "admin", "realm", "refresh", "hide-version", "show-legends"].contains(word) else {
      return
    }
    section.settings.stats.isOn = true
    section.settings.stats.place = line.place
    if word == "uri", let uri = line.argument(2) { section.settings.stats.uri = uri }
    if word == "auth" { section.settings.stats.needsPassword = true }
  }

  private mutating func readRetryOn(_ line: Directive) throws(Refusal) {
    let all: Set = [
      "conn-failure", "empty-response", "junk-response", "response-timeout", "0rtt-rejected", "500", "502", "503",
      "504",
    ]
    let statuses: Set = ["401", "403", "404", "408", "425"]
    section.settings.retryOn = []
    for word in line.arguments.map(\.value) {
      switch word {
      case "all-retryable-errors": section.settings.retryOn.formUnion(all)
      case "none": section.settings.retryOn = []
      case _ where all.union(statuses).contains(word): section.settings.retryOn.insert(word)
      default:
        throw Refusal(
          "\(word) is nothing to try again on", help: "write conn-failure, empty-response, response-timeout or 503")
      }
    }
  }

  private mutating func readBalance(_ line: Directive) throws(Refusal) {
    let word = line.argument(1)?.string ?? "roundrobin"
    let name = word.prefix { $0 != "(" }
    let known: Set = [
      "roundrobin", "static-rr", "leastconn", "first", "source", "uri", "url_param", "hdr", "random", "rdp-cookie",
    ]
    guard known.contains(String(name)) else {
      throw Refusal(
        "\(word) is no way to choose a server",
        help: NearestName.of(String(name), among: known.sorted()).map { "did you mean \($0)?" })
    }
    section.settings.balance = String(name)
  }
}
