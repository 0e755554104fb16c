internal import Escaping

/// A style sheet cut down to what one page can show: an error page carries its own, and every byte of it arrives before
/// the first word.
///
/// Rules for other languages and the other direction go. Custom properties that never change become their values, and the
/// others get names of one letter. What the page looks like stays the same.
struct PageStyle: Hashable {
  private var rules: [CSSRule]
  /// Names that something outside of the sheet asks for; they stay as they are.
  private let kept: Set<String>

  /// - Parameters:
  ///   - css: A minified sheet.
  ///   - outside: Markup of the page that may use the sheet's custom properties.
  init(_ css: String, outside: [String]) {
    kept = Set(outside.flatMap(CSSVariables.names))
    rules = CSSRule.rules(of: css)
  }

  /// The style of pages in the language with this BCP 47 tag, which are perhaps written from right to left.
  func applying(to language: String, isMirrored: Bool) -> PageStyle {
    var style = self
    style.rules = rules.compactMap { Self.applying($0, language.lowercased(), isMirrored) }
    return style
  }

  var text: String {
    var style = self
    while style.foldConstants() {}
    style.dropUnused()
    style.shortenNames()
    return Self.tightened(style.rules).map(\.text).joined()
  }

  // MARK: Rules of other pages

  private static func applying(_ rule: CSSRule, _ language: String, _ isMirrored: Bool) -> CSSRule? {
    switch rule {
    case .statement: return rule
    case .group(let prelude, let rules):
      let left = rules.compactMap { applying($0, language, isMirrored) }
      return left.isEmpty ? nil : .group(prelude: prelude, rules: left)
    case .style(let selectors, let declarations):
      let left = selectors.filter { canMatch($0, language, isMirrored) }
      return left.isEmpty ? nil : .style(selectors: left, declarations: declarations)
    }
  }

  /// Parts of a page may be in English and written from left to right whatever the page is, so only what asks for
  /// another language or for the other direction is ruled out.
  private static func canMatch(_ selector: String, _ language: String, _ isMirrored: Bool) -> Bool {
    if selector.hasPrefix("[dir=\"rtl\"]") || selector.hasPrefix("[dir=rtl]") { return isMirrored }
    guard selector.hasPrefix(":lang("), let end = selector.firstIndex(of: ")") else { return true }
    let ranges = selector[selector.index(selector.startIndex, offsetBy: 6)..<end].split(separator: ",")
    return ranges.contains { range in
      let range = range.filter { $0 != " " && $0 != "\"" }.lowercased()
      return range == "en" || language == range || language.hasPrefix(range + "-")
    }
  }

  // MARK: Custom properties

  /// A property that the checkers of the web do not know yet gets its value through a custom property, about which they
  /// say nothing; so it has to stay one.
  private static let unknownToCheckers: Set = [
    "text-wrap", "text-underline-offset", "word-break", "accent-color", "inset",
  ]

  /// Puts the values of custom properties that are set once, for the whole page and on no condition, where they are used.
  /// Says whether there were any.
  private mutating func foldConstants() -> Bool {
    var constants: [String: String] = [:]
    var set: [String: Int] = [:]
    var needed = kept
    for rule in rules {
      if case .style([":root"], let declarations) = rule {
        for declaration in declarations where declaration.isCustom {
          constants[declaration.property] = declaration.value
        }
      }
    }
    forEachDeclaration { declaration in
      if declaration.isCustom { set[declaration.property, default: 0] += 1 }
      if Self.unknownToCheckers.contains(declaration.property) {
        needed.formUnion(CSSVariables.names(declaration.value))
      }
      // `var(--name,…)` has a value for the case that there is none.
      needed.formUnion(CSSVariables.names(declaration.value).filter { declaration.value.contains("var(\($0),") })
    }
    constants = constants.filter { name, value in
      // A value that asks for another custom property waits until that one is folded.
      set[name] == 1 && !needed.contains(name) && CSSVariables.names(value).isEmpty
    }
    guard !constants.isEmpty else { return false }
    mapDeclarations { declaration in
      guard constants[declaration.property] == nil else { return nil }
      var changed = declaration
      for name in CSSVariables.names(declaration.value) {
        if let value = constants[name] { changed.value = changed.value.substituting("var(\(name))", by: value) }
      }
      return changed
    }
    return true
  }

  private mutating func dropUnused() {
    while true {
      var used = kept
      var isDropped = false
      forEachDeclaration { used.formUnion(CSSVariables.names($0.value)) }
      mapDeclarations { declaration in
        guard declaration.isCustom, !used.contains(declaration.property) else { return declaration }
        isDropped = true
        return nil
      }
      if !isDropped { return }
    }
  }

  /// The name used most gets the first letter.
  private mutating func shortenNames() {
    var uses: [String: Int] = [:]
    forEachDeclaration { declaration in
      for name in CSSVariables.names(declaration.value) where !kept.contains(name) { uses[name, default: 0] += 1 }
    }
    let names = uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    var short: [String: String] = [:]
    for (number, name) in names.enumerated() { short[name] = Self.shortName(number) }
    mapDeclarations { declaration in
      var changed = declaration
      if let name = short[declaration.property] { changed.property = name }
      changed.value = CSSVariables.parts(declaration.value).enumerated().map { index, part -> String in
        guard index > 0, let name = CSSVariables.leadingName(part), let new = short[name] else { return String(part) }
        return new + part.dropFirst(name.count)
      }.joined(separator: "var(")
      return changed
    }
  }

  /// `a > b` becomes `a>b`, and `0.5em` becomes `.5em`.
  static func tightened(_ rules: [CSSRule]) -> [CSSRule] {
    rules.map { rule in
      switch rule {
      case .statement: rule
      case .group(let prelude, let rules): .group(prelude: prelude, rules: tightened(rules))
      case .style(let selectors, let declarations):
        .style(
          selectors: selectors.map { selector in
            selector.utf8.contains(where: { ">+~".utf8.contains($0) }) && !isQuoting(selector)
              ? [">", "+", "~"].reduce(selector) { $0.substituting(" \($1) ", by: $1) } : selector
          },
          declarations: declarations.map { declaration in
            guard declaration.value.utf8.contains(UInt8(ascii: ".")) else { return declaration }
            var tight = declaration
            if !isQuoting(tight.value) { tight.value = withoutLeadingZeros(tight.value) }
            return tight
          })
      }
    }
  }

  private static func isQuoting(_ text: String) -> Bool { text.contains("\"") || text.contains("'") }

  private static func withoutLeadingZeros(_ value: String) -> String {
    var bytes: [UInt8] = []
    let old = Array(value.utf8)
    for (index, byte) in old.enumerated() {
      let isBeforePoint = byte == UInt8(ascii: "0") && index + 1 < old.count && old[index + 1] == UInt8(ascii: ".")
      let isFirst = index == 0 || [" ", "(", ",", "-", "+", "*", "/"].contains { $0.utf8.first == old[index - 1] }
      if !isBeforePoint || !isFirst { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func shortName(_ number: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26)))
    return "--" + letter + (number < 26 ? "" : String(number / 26))
  }

  // MARK: Walking

  private func forEachDeclaration(_ body: (CSSDeclaration) -> Void) {
    func walk(_ rules: [CSSRule]) {
      for rule in rules {
        switch rule {
        case .style(_, let declarations): declarations.forEach(body)
        case .group(_, let rules): walk(rules)
        case .statement: break
        }
      }
    }
    walk(rules)
  }

  /// Changes declarations, or leaves those out for which `body` gives nil, and rules that have none left.
  private mutating func mapDeclarations(_ body: (CSSDeclaration) -> CSSDeclaration?) {
    func map(_ rules: [CSSRule]) -> [CSSRule] {
      rules.compactMap { rule in
        switch rule {
        case .statement: return rule
        case .group(let prelude, let rules):
          let left = map(rules)
          return left.isEmpty ? nil : .group(prelude: prelude, rules: left)
        case .style(let selectors, let declarations):
          let left = declarations.compactMap(body)
          return left.isEmpty ? nil : .style(selectors: selectors, declarations: left)
        }
      }
    }
    rules = map(rules)
  }
}
