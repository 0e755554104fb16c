import Diagnostics

/// Holds a tree against what stock nginx takes: the place, the number of words, block or not (`ngx_conf_handler`).
///
/// Unknown directives are somebody's module and pass.
struct NginxValidation {
  private(set) var problems: [Diagnostic] = []

  /// Blocks whose lines are data: a word there is a key and not a directive.
  private static let dataBlocks: Set<String> = ["map", "geo", "split_clients", "types", "charset_map"]

  mutating func check(_ tree: ConfigTree) {
    let top = tree.directives
    let isWhole = top.expanded.contains { ($0.name == "http" || $0.name == "events") && $0.block != nil }
    // A fragment is somebody's include: what is around it is not known.
    check(top, in: isWhole ? .main : nil)
  }

  private mutating func check(_ directives: [Directive], in context: NginxContext?) {
    for directive in directives {
      check(directive, in: context)
      for file in directive.included ?? [] { check(file.directives, in: context) }
      guard let block = directive.block else { continue }
      if Self.dataBlocks.contains(directive.name) {
        checkData(block)
      } else if let inner = context?.inside(directive.name) ?? (context == nil ? Self.guess(directive.name) : nil) {
        check(block, in: inner)
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

  private mutating func checkData(_ lines: [Directive]) {
    for line in lines where line.block != nil {
      add(
        "unexpected-token", "unexpected \"{\": the lines of this block are data", line,
        help: "put quotation marks around a key with braces")
    }
  }

  private mutating func check(_ directive: Directive, in context: NginxContext?) {
    let name = directive.name
    if name == "include" {
      if directive.words.count != 2 || directive.block != nil {
        add("wrong-word-count", "\"include\" takes one word", directive)
      }
      return
    }
    guard let rules = NginxDirectiveRule.all[name] else { return }
    let fitting = context.map { context in rules.filter { $0.contexts.contains(context) } } ?? rules
    guard let rule = fitting.first(where: { $0.hasBlock == (directive.block != nil) }) ?? fitting.first else {
      add("misplaced-directive", "\"\(name)\" is not allowed here", directive)
      return
    }
    if rule.hasBlock, directive.block == nil {
      add("missing-block", "\"\(name)\" has no opening \"{\"", directive)
    } else if !rule.hasBlock, directive.block != nil {
      add(
        "unterminated-directive", "\"\(name)\" is not terminated by \";\"", directive,
        help: "write \";\" after the last word")
    } else {
      let count = directive.words.count - 1
      guard count < rule.fewest || rule.most.map({ count > $0 }) == true else { return }
      add(
        "wrong-word-count", "invalid number of arguments in \"\(name)\": \(count) given, \(Self.range(rule)) taken",
        directive)
    }
  }

  private static func range(_ rule: NginxDirectiveRule) -> String {
    guard let most = rule.most else { return "\(rule.fewest) or more" }
    return most == rule.fewest ? "\(most)" : "\(rule.fewest) to \(most)"
  }

  private mutating func add(_ id: String, _ message: String, _ directive: Directive, help: String? = nil) {
    guard problems.count < 1000, let first = directive.words.first, let last = directive.words.last else { return }
    let place = directive.source.place(first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound))
    problems.append(Diagnostic(id, .error, message, at: place, help: help))
  }
}
