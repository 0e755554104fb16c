internal import Foundation

/// Changes a site as authors do, at random, the same each time.
public struct RandomEdits {
  private let site: SmallSite
  private var state: UInt64
  private var number = 0
  private var articles: [String] = []
  /// The author's files, and which articles there were, when `remember` was called last.
  private var good: (state: FolderState, articles: [String])?

  public init(_ site: SmallSite, seed: UInt64) throws {
    self.site = site
    state = seed
    for name in ["causes/a", "causes/b", "causes/c", "guides/d", "guides/e", "guides/deep/f", "g"] {
      try write(name, title: "Article \(name)", body: "## One\n\nText.\n\n## Two\n\nMore.")
      articles.append(name)
    }
    try write("causes/index", title: "Causes", body: "About causes.")
    try write("causes/a.de", title: "Artikel a", body: "## Eins\n\nText.")
    remember()
  }

  /// Keeps the site as it is, to go back to.
  public mutating func remember() {
    good = (FolderState(site.path("content")), articles)
  }

  /// Undoes what was done since, as an author does whose site has an error that other edits would not mend.
  public mutating func goBack() throws {
    guard let good else { return }
    let now = FolderState(site.path("content"))
    for path in now.differences(from: good.state) where !path.hasSuffix("/") {
      if let bytes = good.state.entries[path] {
        try site.write(bytes, to: "content/\(path)")
      } else {
        try site.remove("content/\(path)")
      }
    }
    articles = good.articles
  }

  /// Makes one change, or none, and says which.
  public mutating func step() throws -> String {
    number += 1
    let name = pick(articles)
    let path = "content/articles/\(name).md"
    switch below(44) {
    case 0...4: return try append("\n\nParagraph \(number) with `code`.\n", to: path)
    case 5: return try append("\n\n## Heading \(number)\n\nText.\n", to: path)
    case 6: return try replace(path, "## One", "## One \(number)")
    case 7: return try replace(path, "## One \(number - 1)", "## One")
    case 8, 9: return try front(path, "title", "Title \(number) of \(name)")
    case 10: return try front(path, "description", "Sentence \(number).")
    case 11: return try front(path, "tags", pick(["[x]", "[x, y]", "[]", "[new \(number)]", "[y]"]))
    case 12: return try front(path, "weight", "\(below(5))")
    case 13: return try front(path, "reviewed", pick(["2020-01-01", "2026-11-01", "2001-02-03"]))
    case 14: return try front(path, "codes", pick(["[502]", "[]"]))
    case 15:
      return try append(
        "\n\nSee [another](\(relative(pick(articles), from: name)).md\(pick(["", "#one", "#two"]))).\n", to: path)
    case 16: return try append("\n\nA <b>raw</b> word and [bad](nowhere-\(number).md).\n", to: path)
    case 17: return try replace(path, "[bad](", "[good](https://example.com/?")
    case 18: return try front(path, "draft", pick(["true", "false"]))
    case 19:
      let new = "causes/new-\(number)"
      try write(new, title: "New \(number)", body: "Text.")
      articles.append(new)
      return "new \(new)"
    case 20:
      guard articles.count > 6 else { return "nothing" }
      articles.removeAll { $0 == name }
      try site.remove(path)
      return "removed \(name)"
    case 21: return try replace("content/site.yaml", "name: ", "name: \(pick(["E", "F"]))")
    case 22: return try replace("content/locales/en.yaml", "Skip to", "Skip on to")
    case 23: return try append("\n", to: "content/errors/502.md")
    case 24:
      let text = "{{#reviewed}}<p>{{reviewed}} \(number)</p>{{/reviewed}}\n"
      try site.write(text, to: "templates/site/partials/fine-print.mustache")
      return "template"
    case 25: return try front("content/articles/causes/a.de.md", "title", "Artikel \(number)")
    case 26: return try front("content/articles/causes/index.md", pick(["title", "weight"]), "\(number)")
    case 27, 28: return try add(pick(["causes", "guides", "guides/deep", "later-\(below(3))"]), pick(["a", "m", "z"]))
    case 29, 30: return try remove(name)
    case 31: return try addTranslation(of: name)
    case 32: return try removeIfThere("content/articles/\(pick(["causes/index", "\(name).de"])).md")
    case 33: return try front(path, "aliases", pick(["[/articles/old-\(below(3))/]", "[]", "[/old.html]"]))
    case 34: return try front(path, "cause", pick(["upstream", "dns"]))
    case 35: return try addPicture("\(name)-\(below(2))")
    case 36: return try removeIfThere("content/articles/\(name)-\(below(2)).png")
    case 37: return try code(pick([503, 504]))
    case 38: return try replace("content/site.yaml", "\ndescription: ", "\n\(pick(Self.settings))\ndescription: ")
    case 39: return try replace("content/site.yaml", "\(pick(Self.settings))\n", "")
    case 40: return try replace("content/locales/de.yaml", "Zum Inhalt", "Zum Text \(number)")
    case 41: return try removeIfThere("templates/site/partials/fine-print.mustache")
    case 42: return try move(name)
    default:
      try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: site.path(path).path)
      return "touched \(name)"
    }
  }

  /// Lines of the settings that come and go.
  private static let settings = [
    "markdown: {rawHTML: true}", "support: https://example.com/help", "editURL: https://example.com/{path}",
  ]

  private mutating func add(_ folder: String, _ name: String) throws -> String {
    let new = "\(folder)/\(name)-\(number)"
    try write(new, title: "\(name) \(number)", body: "## One\n\nText \(number) of \(name).")
    articles.append(new)
    return "new \(new)"
  }

  private mutating func remove(_ name: String) throws -> String {
    guard articles.count > 6 else { return "nothing" }
    articles.removeAll { $0 == name }
    try site.remove("content/articles/\(name).md")
    return "removed \(name)"
  }

  private mutating func move(_ name: String) throws -> String {
    let new = "guides/moved-\(number)"
    let text = try Data(contentsOf: site.path("content/articles/\(name).md"))
    try site.write(text, to: "content/articles/\(new).md")
    try site.remove("content/articles/\(name).md")
    articles.removeAll { $0 == name }
    articles.append(new)
    return "\(name) is now \(new)"
  }

  private func addTranslation(of name: String) throws -> String {
    try write("\(name).de", title: "Artikel \(number)", body: "## Eins\n\nText \(number).")
    return "translated \(name)"
  }

  /// A picture, and a text that shows it.
  private func addPicture(_ name: String) throws -> String {
    try site.write(Data("picture \(number)".utf8), to: "content/articles/\(name).png")
    let file = name.split(separator: "/").last ?? ""
    return try append("\n\n![It](\(file).png)\n", to: "content/articles/\(name.dropLast(2)).md")
  }

  /// A status code of its own, made of that for 502.
  private func code(_ code: Int) throws -> String {
    let path = "content/errors/\(code).md"
    guard !FileManager.default.fileExists(atPath: site.path(path).path) else { return try removeIfThere(path) }
    let text = try String(contentsOf: site.path("content/errors/502.md"), encoding: .utf8)
    try site.write(text.replacing("code: 502", with: "code: \(code)"), to: path)
    return "new code \(code)"
  }

  private func removeIfThere(_ path: String) throws -> String {
    guard FileManager.default.fileExists(atPath: site.path(path).path) else { return "nothing" }
    try site.remove(path)
    return "removed \(path)"
  }

  /// A number below a limit (SplitMix64).
  public mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  private func write(_ name: String, title: String, body: String) throws {
    try site.write("---\ntitle: \(title)\n---\n\n\(body)\n", to: "content/articles/\(name).md")
  }

  private func append(_ text: String, to path: String) throws -> String {
    try site.write(String(contentsOf: site.path(path), encoding: .utf8) + text, to: path)
    return "\(path) + \(text.prefix(20).replacing("\n", with: " "))"
  }

  private func replace(_ path: String, _ old: String, _ new: String) throws -> String {
    guard let text = try? String(contentsOf: site.path(path), encoding: .utf8) else { return "nothing" }
    guard let range = text.range(of: old) else { return "nothing" }
    try site.write(text.replacingCharacters(in: range, with: new), to: path)
    return "\(path): \(old) -> \(new)"
  }

  /// Sets a field of the front matter.
  private func front(_ path: String, _ field: String, _ value: String) throws -> String {
    guard let text = try? String(contentsOf: site.path(path), encoding: .utf8) else { return "nothing" }
    let lines = text.components(separatedBy: "\n")
    var kept = lines.filter { !$0.hasPrefix("\(field): ") }
    kept.insert("\(field): \(value)", at: 1)
    try site.write(kept.joined(separator: "\n"), to: path)
    return "\(path): \(field): \(value)"
  }

  private func relative(_ path: String, from origin: String) -> String {
    let depth = origin.split(separator: "/").count - 1
    return String(repeating: "../", count: depth) + path
  }
}
