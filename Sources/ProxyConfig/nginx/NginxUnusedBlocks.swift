/// The maps and upstreams that nothing names.
struct NginxUnusedBlocks {
  private var unused: Set<String> = []

  /// A word of a configuration, in small letters, and the block it belongs to.
  private struct Word {
    let text: String
    let owner: String?
  }

  init(_ tree: ConfigTree) {
    var words: [Word] = []
    var candidates: Set<String> = []
    var areUpstreamsNamed = true
    var isPlain = true
    tree.walk { directive, around in
      let isList = around.contains { Self.lists.contains($0.name) }
      // Modules nobody here knows, scripts and templates may ask for a variable or an upstream by its name.
      let isScript = directive.name.hasPrefix("js_") || directive.name.hasPrefix("perl") || directive.name == "ssi"
      if !isList, directive.stock == nil || isScript { isPlain = false }
      if directive.name.hasSuffix("_pass"), directive.words.contains(where: { $0.value.contains("$") }) {
        areUpstreamsNamed = false
      }
      let owner = ((around.dropFirst() + [directive]).first).flatMap(Self.name)
      if around.count == 1, let owner { candidates.insert(owner) }
      words += directive.words.map { Word(text: $0.value.lowercased(), owner: owner) }
    }
    guard isPlain else { return }
    for name in candidates where name.hasPrefix("$") {
      let spellings = [name, "${" + name.dropFirst()]
      let isUsed = words.contains { word in word.owner != name && spellings.contains { word.text.contains($0) } }
      if !isUsed { unused.insert(name) }
    }
    guard areUpstreamsNamed else { return }
    for name in candidates where !name.hasPrefix("$") {
      let isUsed = words.contains { word in
        word.owner != name && word.owner.map { !unused.contains($0) } ?? true && word.text.contains(name)
      }
      if !isUsed { unused.insert(name) }
    }
  }

  private static let lists: Set = ["map", "types", "geo", "split_clients", "charset_map"]

  /// What others call it by; nil where it does something else besides being called.
  private static func name(_ directive: Directive) -> String? {
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

  func contain(_ directive: Directive) -> Bool { Self.name(directive).map(unused.contains) ?? false }
}
