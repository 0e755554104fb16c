import TestSupport

/// Writes a configuration in another way that means the same.
struct Rewriting {
  var random: SeededRandom
  private(set) var files: [String: String] = [:]

  init(random: SeededRandom) { self.random = random }

  mutating func rewrite(_ old: [Statement]) -> String {
    let new = old.map { statement in
      guard statement.name == "http" else { return statement }
      return Statement(statement.words, block: reordered(withSpares(statement.block ?? []), in: "http"))
    }
    return text(new, "", in: "")
  }

  // MARK: - Order

  /// The order of regular expressions, of scripts, and of what stands there several times counts.
  private mutating func reordered(_ given: [Statement], in parent: String) -> [Statement] {
    if ["types", "geo", "split_clients"].contains(parent) { return given }
    var list = given.map { statement in
      var copy = statement
      if let block = statement.block { copy.block = reordered(block, in: statement.name) }
      return rephrased(copy)
    }
    if parent == "map" || parent == "upstream" { return list }
    if parent == "server" || parent == "location" || parent == "http", random.chance(70) {
      let keys = list.map(orderKey)
      var mixed: [String?: [Int]] = [:]
      for (index, key) in keys.enumerated() { mixed[key, default: []].append(index) }
      // Each goes to a random place; those of a kind keep their order among them.
      let slots = list.indices.shuffled(using: &random)
      var free = slots[...]
      var result = list
      for (key, own) in mixed.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
        let taken = key == nil ? Array(free.prefix(own.count)) : free.prefix(own.count).sorted()
        free = free.dropFirst(own.count)
        for (index, slot) in zip(own, taken) { result[slot] = list[index] }
      }
      list = result
    }
    return list
  }

  /// What keeps its order with all that has the same key; nil where the order counts for nothing.
  private func orderKey(_ statement: Statement) -> String? {
    if statement.isScript { return "script" }
    if statement.isRegexLocation { return "expression" }
    if statement.name == "location" { return nil }
    // A name is looked for in order, and so is the first server of an address.
    if ["server", "upstream", "map", "geo", "split_clients"].contains(statement.name) { return "block" }
    if ["allow", "deny"].contains(statement.name) { return "access" }
    // Of two handlers the last one answers.
    let isHandler = statement.name.hasSuffix("_pass") || ["empty_gif", "stub_status"].contains(statement.name)
    return isHandler ? "handler" : statement.name
  }

  // MARK: - Words

  /// The same in other words.
  private func rephrased(_ statement: Statement) -> Statement {
    var copy = statement
    copy.words = statement.words.map { word in
      switch (statement.name, word) {
      case ("client_max_body_size", "1k"): "1024"
      case ("client_max_body_size", "1m"): "1024k"
      case ("location", "\\.html$"): "[.]html$"
      case ("location", "\\.(php|txt)$"): "\\.(txt|php)$"
      case ("root", "files"): "files/"
      case ("root", "files/pages"): "files/pages/"
      default: word
      }
    }
    return copy
  }

  /// What has no effect: names that nobody uses, and what holds anyway.
  private mutating func withSpares(_ http: [Statement]) -> [Statement] {
    var new = http
    // Where an address is made of the request, a visitor may name any upstream.
    let isAnyNamed = http.places.map { http[place: $0] }.contains { statement in
      statement.name.hasSuffix("_pass") && statement.words.contains { $0.contains("$") }
    }
    let upstream = Statement(["upstream", "spare"], block: [Statement(["server", "127.0.0.1:1"])])
    let spares =
      (isAnyNamed ? [] : [upstream]) + [
        Statement(["map", "$uri", "$spare"], block: [Statement(["default", "0"]), Statement(["~^/spare", "1"])]),
        Statement(["proxy_intercept_errors", "off"]), Statement(["recursive_error_pages", "off"]),
        Statement(["absolute_redirect", "on"]), Statement(["autoindex", "off"]), Statement(["server_tokens", "on"]),
      ]
    for spare in spares where random.chance(30) && (spare.block != nil || !http.contains { $0.name == spare.name }) {
      new.insert(spare, at: 0)
    }
    return new
  }

  // MARK: - Text

  private mutating func text(_ list: [Statement], _ indent: String, in parent: String) -> String {
    var pieces = list.map { piece($0, indent) }
    // Some lines in a row go into a file of their own.
    if pieces.count > 2, ["http", "server", "location", "if"].contains(parent), random.chance(25) {
      let start = random.number(0...(pieces.count - 2))
      let name = "inc/same\(files.count).conf"
      files[name] = pieces[start...(start + 1)].joined()
      pieces.replaceSubrange(start...(start + 1), with: ["\(indent)include \(name);\n"])
    }
    return pieces.joined()
  }

  private mutating func piece(_ statement: Statement, _ indent: String) -> String {
    let isPlain = statement.name != "if" && !statement.name.hasPrefix("~")
    var words = statement.words.map { word in
      guard isPlain, random.chance(20), !word.contains(where: { "\\\"'{};".contains($0) }), word != statement.name
      else {
        return word
      }
      return random.chance(50) ? "\"\(word)\"" : "'\(word)'"
    }
    if random.chance(10) { words[0] += random.pick(["  ", "\t", "\n\n", "   # said here\n"]) }
    var head =
      random.pick([indent, "", "\t", indent + "  "]) + words.joined(separator: random.pick([" ", " ", "\t", "\n"]))
    if random.chance(15) { head = random.pick(["# the same { as before;\n", "\n\n", "   #\n"]) + head }
    let end = random.pick(["\n", " # the same\n", "\n\n", " \n"])
    guard let block = statement.block else { return head + random.pick([";", " ;", "\n;"]) + end }
    return head + random.pick([" {", "{", "\n{"]) + end + text(block, indent + "  ", in: statement.name) + indent + "}"
      + end
  }
}
