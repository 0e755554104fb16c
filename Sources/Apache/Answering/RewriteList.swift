import Diagnostics
import ProxyConfig
import Trace

/// Goes through the rules of one level (`apply_rewrite_list`).
struct RewriteList {
  let run: Run
  let exchange: Exchange
  /// The folder or path that the rules belong to; nil at the server's level.
  let directory: ByteText?
  let maps: [String: String]
  /// The last rule that replaced something.
  private(set) var last: RewriteRule?
  /// Groups of the rule's pattern, and of the last condition's.
  var groups: [ByteText?] = []
  var conditionGroups: [ByteText?] = []

  init(run: Run, exchange: Exchange, directory: ByteText?, maps: [String: String]) {
    (self.run, self.exchange, self.directory, self.maps) = (run, exchange, directory, maps)
  }

  private enum Outcome { case noMatch, matched }

  mutating func apply(_ rules: [RewriteRule]) throws -> RewriteResult {
    var result = RewriteResult.unchanged
    var index = 0
    var rounds = 1
    while index < rules.count {
      let rule = rules[index]
      index += 1
      if exchange.main != nil, rule.flags.skipsSubrequests || rule.flags.isForced { continue }
      guard try apply(rule) == .matched else {
        // Rules that are chained to one that did not match are passed over with it.
        var chained = rule.flags.isChained
        while chained, index < rules.count {
          chained = rules[index].flags.isChained
          index += 1
        }
        continue
      }
      if let status = rule.flags.status {
        run.tell("The rule ends the request with \(status)", at: rule.place, .raised(status))
        exchange.status = 200
        return .status(status)
      }
      if !rule.isMatchOnly {
        last = rule
        result = .changed(keepsEscapes: rule.flags.keepsEscapes)
      }
      if let name = exchange.filename, !name.isWatched, name.count > 16_380 { return .status(500) }
      if rule.flags.passesThrough {
        exchange.filename = "passthrough:" + (exchange.filename ?? "")
        return .changed(keepsEscapes: false)
      }
      if rule.flags.isEnd { exchange.endsRewriting = true }
      if rule.flags.isEnd || rule.flags.isProxy || rule.flags.isLast { break }
      if rule.flags.startsAgain {
        rounds += 1
        if rounds >= 10_000 { return .status(500) }
        index = 0
        continue
      }
      index += rule.flags.skip
    }
    return result
  }

  /// The path a rule sees: in a section without its folder.
  private func subject() -> ByteText {
    var text = exchange.filename ?? ""
    guard let directory else { return text }
    let isProxied = exchange.isProxied && text.hasPrefix("proxy:")
    text += exchange.pathInfo
    return !isProxied && text.hasPrefix(directory) ? text.from(directory.count) : text
  }

  private mutating func apply(_ rule: RewriteRule) throws -> Outcome {
    let subject = subject()
    let found = try run.matches(rule.pattern, subject, at: rule.place)
    guard (found != nil) != rule.isNegated else { return .noMatch }
    (groups, conditionGroups) = (rule.isNegated ? [] : found ?? [], [])
    guard try holds(rule.conditions) else { return .noMatch }
    let replacement = rule.isMatchOnly ? nil : try expanded(rule.output, rule, at: rule.place)
    for assignment in rule.flags.environment { try assign(assignment, at: rule.place) }
    if let handler = rule.flags.handler { exchange.handler = try expanded(handler, rule, at: rule.place).string }
    guard var name = replacement else { return .matched }
    let wasProxied = exchange.isProxied && exchange.filename?.hasPrefix("proxy:") == true
    if !wasProxied, !name.hasPrefix("/"), RewriteText.schemeLength(name) == 0 {
      if let directory {
        name = directory + name
      } else if !rule.flags.isProxy, rule.flags.redirect == nil {
        name = "/" + name
      }
    }
    if directory != nil, rule.flags.discardsPathInfo { exchange.pathInfo = "" }
    exchange.filename = splitQuery(name, rule)
    run.tell(
      "The rule makes \(exchange.filename?.shown ?? "") of \(subject.shown)", at: rule.place, .rewritten)
    try finish(rule)
    return .matched
  }

  /// What a flag makes of the result.
  private mutating func finish(_ rule: RewriteRule) throws {
    guard let name = exchange.filename else { return }
    if directory != nil, !exchange.isProxied { exchange.pathInfo = "" }
    if rule.flags.isProxy {
      exchange.filename = "proxy:" + qualified(name)
    } else if let redirect = rule.flags.redirect {
      exchange.filename = qualified(name)
      exchange.status = redirect
    } else {
      exchange.filename = RewriteText.reduced(name, host: run.hostName, run.request)
      if RewriteText.schemeLength(exchange.filename ?? "") > 0 {
        exchange.status = 302
      } else if !rule.output.hasPrefix("//") {
        while exchange.filename?.hasPrefix("//") == true { exchange.filename = exchange.filename?.from(1) }
      }
    }
  }

  private func qualified(_ name: ByteText) -> ByteText {
    guard RewriteText.schemeLength(name) == 0 else { return name }
    return run.ownURL(exchange) + (name.hasPrefix("/") ? "" : "/") + name
  }

  /// Takes the query off a result (`splitout_queryargs`).
  private func splitQuery(_ name: ByteText, _ rule: RewriteRule) -> ByteText {
    if rule.dropsQuery {
      exchange.query = nil
      return name
    }
    if rule.flags.discardsQuery { exchange.query = nil }
    guard
      let (path, query) = rule.flags.splitsAtLast
        ? name.lastOffset(of: "?").map({ (name.upTo($0), name.from($0 + 1)) }) : name.cut("?")
    else { return name }
    if rule.flags.appendsQuery {
      if !query.isEmpty { exchange.query = query + "&" + (exchange.query ?? "") }
    } else {
      exchange.query = query
    }
    if exchange.query?.hasSuffix("&") == true { exchange.query = exchange.query?.withoutEnd(1) }
    if exchange.query?.isEmpty == true { exchange.query = nil }
    return path
  }

  private func assign(_ assignment: ByteText, at place: Place) throws {
    let text = try expanded(assignment, nil, at: place)
    if text.hasPrefix("!") {
      exchange.environment[text.from(1).string] = nil
    } else {
      let parts = text.cut(":")
      exchange.environment[(parts?.before ?? text).string] = parts?.after ?? ""
    }
  }
}
