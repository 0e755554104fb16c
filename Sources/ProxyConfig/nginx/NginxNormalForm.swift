import Diagnostics

/// A configuration in one spelling and one order: nginx does the same by two of which it is the same.
///
/// Gone are comments, includes, quotation marks, ways to write a size, flags that say what holds anyway, maps and upstreams
/// that nothing names, and the order of what stands side by side. The order stays of the rewrite module's script, of locations
/// by expression, of servers, maps and upstreams, of `allow` and `deny`, of handlers (the last one answers), of directives of
/// the same name, and of all that stands beside a directive that stock nginx does not have.
public struct NginxNormalForm {
  /// nil for a part of a configuration: what stands around it may name its upstreams and set its flags.
  private let unusedBlocks: NginxUnusedBlocks?

  /// nil for a configuration that nginx refuses.
  public static func of(_ tree: ConfigTree, isFragment: Bool) -> [UInt8]? {
    if tree.report.hasErrors { return nil }
    return Self(unusedBlocks: isFragment ? nil : NginxUnusedBlocks(tree)).lines(tree.directives, in: nil, [:])
  }

  private struct Line {
    let key: String
    let bytes: [UInt8]
  }

  /// - Parameter flags: those that hold around the block.
  private func lines(_ given: [Directive], in parent: Directive?, _ flags: [String: String]) -> [UInt8] {
    let list = given.expanded.filter { $0.included?.contains { !$0.directives.isEmpty } != true }
    let isMixed = parent.map { Self.mixed.contains($0.name) } ?? false
    var flags = flags
    var lines: [Line] = []
    if isMixed {
      for directive in list {
        guard let flag = Self.flag(directive) else { continue }
        if flag != flags[directive.name] ?? usual(directive.name) {
          lines.append(Line(key: directive.name, bytes: Self.words(directive)))
        }
      }
      for directive in list { if let flag = Self.flag(directive) { flags[directive.name] = flag } }
    }
    for directive in list where !isMixed || Self.flag(directive) == nil && unusedBlocks?.contain(directive) != true {
      var bytes = Self.words(directive)
      if let block = directive.block {
        bytes += Array("{".utf8) + self.lines(block, in: directive, flags) + Array("}".utf8)
      }
      lines.append(Line(key: Self.key(directive), bytes: bytes))
    }
    let isKnown = list.allSatisfy { $0.stock != nil }
    if isMixed, isKnown {
      // What has the same key keeps its order.
      let order = lines.indices.sorted { (lines[$0].key, $0) < (lines[$1].key, $1) }
      lines = order.map { lines[$0] }
    }
    return lines.flatMap(\.bytes)
  }

  /// The blocks in which most things may stand in any order.
  private static let mixed: Set = ["http", "server", "location", "if", "limit_except"]

  private static func key(_ directive: Directive) -> String {
    switch directive.name {
    case "set", "if", "rewrite", "return", "break": return "script"
    case "location":
      guard case .regex = NginxLocationName(directive) else { return "location \(words(directive))" }
      return "expression"
    case "allow", "deny": return "access"
    case "server", "upstream", "map", "geo", "split_clients", "geoip2", "perl_set": return "block"
    case "empty_gif", "stub_status", "flv", "mp4", "perl": return "handler"
    case let name: return name.hasSuffix("_pass") ? "handler" : name
    }
  }

  /// A directive's words, each with its length, so that no two directives are the same bytes.
  private static func words(_ directive: Directive) -> [UInt8] {
    let type = directive.stock?.rules.first?.value
    let isCondition = directive.name == "if"
    return directive.words.enumerated().flatMap { index, word in
      var text = word.bytes
      if index > 0, type == .size || type == .offset, let size = NginxSize.bytes(text) { text = ByteText("\(size)") }
      // nginx takes one slash off the end by itself.
      if index == 1, directive.name == "root", text.count > 1, text.hasSuffix("/") { text = text.upTo(text.count - 1) }
      return Array("\(text.count)\(isCondition && word.isQuoted ? "\"" : ":")".utf8) + text.bytes
    } + Array(";".utf8)
  }

  // MARK: - Flags

  private static func flag(_ directive: Directive) -> String? {
    guard directive.words.count == 2,
      directive.name == "server_tokens" || directive.stock?.rules.allSatisfy({ $0.value == .flag }) == true
    else { return nil }
    return directive.words[1].value.lowercased()
  }

  /// What a flag is where nobody sets it; nil where that is not known here.
  private func usual(_ name: String) -> String? {
    if unusedBlocks == nil { return nil }
    if name.hasSuffix("_intercept_errors") { return "off" }
    return Self.usualFlags[name]
  }

  private static let usualFlags = [
    "absolute_redirect": "on", "autoindex": "off", "etag": "on", "gzip": "off", "ignore_invalid_headers": "on",
    "log_not_found": "on", "merge_slashes": "on", "port_in_redirect": "on", "real_ip_recursive": "off",
    "recursive_error_pages": "off", "server_tokens": "on", "server_name_in_redirect": "off", "tcp_nodelay": "on",
    "underscores_in_headers": "off",
  ]
}
