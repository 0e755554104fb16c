/// The maps and upstreams that nothing names.
struct NginxUnusedBlocks {
  private var unused: Set<String> = []

  init(_ tree: ConfigTree) {
    let names = NginxNames(tree)
    guard names.areAllSeen else { return }
    for name in names.candidates where name.hasPrefix("$") {
      if !names.isVariableUsed(name) { unused.insert(name) }
    }
    // An address that is put together when a request comes may be any upstream's name.
    guard names.areAddressesWritten else { return }
    for name in names.candidates where !name.hasPrefix("$") {
      if !names.isUpstreamUsed(name, without: unused) { unused.insert(name) }
    }
  }

  func contain(_ directive: Directive) -> Bool { NginxNames.name(directive).map(unused.contains) ?? false }
}

/// Who names what in a configuration.
private struct NginxNames {
  /// Names of maps (with their dollar sign) and of upstreams, in small letters.
  private(set) var candidates: Set<String> = []
  /// False where something may ask for a variable or an upstream by its name unseen.
  private(set) var areAllSeen = true

  /// A word of a configuration, in small letters, and the block it belongs to.
  private struct Word {
    let text: String
    let owner: String?
  }
  private var words: [Word] = []
  /// The first words of `proxy_pass` and its like.
  private var addresses: Set<ByteText> = []
  /// What a map's variable may be, by the variable with its dollar sign.
  private var results: [String: [ByteText]] = [:]
  /// Words in places where a variable may be given a value besides by a map.
  private var setters: Set<String> = []

  init(_ tree: ConfigTree) {
    tree.walk { directive, around in
      let isList = around.contains { Self.lists.contains($0.name) }
      let isScript = directive.name.hasPrefix("js_") || directive.name.hasPrefix("perl") || directive.name == "ssi"
      let isKnown = isList || directive.stock != nil || directive.name == "include"
      if !isKnown || isScript { areAllSeen = false }
      if directive.name.hasSuffix("_pass"), let word = directive.argument(1) { addresses.insert(word) }
      if let map = around.last, map.name == "map", map.words.count == 3, directive.words.count == 2 {
        results[map.words[2].value.lowercased(), default: []].append(directive.words[1].bytes)
      }
      if directive.name != "map", !directive.name.hasSuffix("_pass") {
        setters.formUnion(directive.words.dropFirst().map { $0.value.lowercased() })
      }
      let owner = (around.dropFirst() + [directive]).first.flatMap(Self.name)
      if around.count == 1, let owner { candidates.insert(owner) }
      words += directive.words.map { Word(text: $0.value.lowercased(), owner: owner) }
    }
  }

  private static let lists: Set = ["map", "types", "geo", "split_clients", "charset_map"]

  /// What others call it by; nil where it does something else besides being called.
  static func name(_ directive: Directive) -> String? {
    switch directive.name {
    case "upstream": return directive.words.count == 2 ? directive.words[1].value.lowercased() : nil
    case "map":
      guard directive.words.count == 3, directive.words[2].value.hasPrefix("$") else { return nil }
      // An expression may name its groups, which are variables, too.
      let hasGroups = directive.block?.expanded.contains { $0.name.contains("(?") } != false
      return hasGroups ? nil : directive.words[2].value.lowercased()
    default: return nil
    }
  }

  func isVariableUsed(_ name: String) -> Bool {
    let spellings = [name, "${" + name.dropFirst()]
    return words.contains { word in word.owner != name && spellings.contains { word.text.contains($0) } }
  }

  /// - Parameter unused: blocks whose words count for nothing.
  func isUpstreamUsed(_ name: String, without unused: Set<String>) -> Bool {
    words.contains { word in
      word.owner != name && word.owner.map { !unused.contains($0) } ?? true && word.text.contains(name)
    }
  }

  /// Whether all that an address can be stands in the configuration: in itself, or in a map that alone makes its host.
  var areAddressesWritten: Bool {
    addresses.allSatisfy { address in
      var parts = NginxText(address).parts[...]
      if parts.allSatisfy({ if case .literal = $0 { true } else { false } }) { return true }
      // A name that is put together of pieces stands nowhere as one word.
      if case .literal(let scheme) = parts.first, scheme.hasSuffix("//") { parts.removeFirst() }
      if case .literal(let rest) = parts.last, rest.hasPrefix("/") || rest.hasPrefix(":") { parts.removeLast() }
      guard parts.count == 1, case .variable(let name) = parts.first else { return false }
      return isWritten(name.lowercased())
    }
  }

  private func isWritten(_ variable: String) -> Bool {
    guard let texts = results["$" + variable], !texts.contains(where: { $0.contains(UInt8(ascii: "$")) }) else {
      return false
    }
    let isGroup = words.contains { $0.text.contains("<\(variable)>") || $0.text.contains("'\(variable)'") }
    return !isGroup && !setters.contains("$" + variable)
  }
}
