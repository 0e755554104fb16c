import Content
import Diagnostics
import Foundation
import HelpSite
import TestSupport
import Testing
import Theme

/// A small help site in memory: three codes, two topics, and whatever a test adds.
struct FixtureSite {
  var files: [String: String]
  var settings = [
    "name: Fixture", "description: What went wrong.", "accent: \"#0b6e6e\"", "codes: all", "logo: logo.svg",
  ]
  var languages = ["en"]
  var baseURL: String?

  init() {
    files = [
      "logo.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 2\"><path d=\"M0 0h2\"/></svg>",
      "errors/404.md": Self.definition(404, "Not Found", "server", "never", related: [502]),
      "errors/502.md": Self.definition(502, "Bad Gateway", "edge-server", "later", related: [404, 504]),
      "errors/504.md": Self.definition(504, "Gateway Timeout", "edge-server", "later", related: [502]),
      "articles/causes/index.md":
        "---\ntitle: Causes\ndescription: Why it broke.\nweight: 1\n---\nAll [about DNS](dns.md).\n",
      "articles/causes/down.md": """
      ---
      title: "Down & <out>"
      description: The server stopped.
      weight: 1
      tags: [server, "C++ & co"]
      date: 2026-01-02
      reviewed: 2026-02-03
      audience: [owner, developer]
      codes: [502, 504]
      signatures: [{text: "connect() failed <111>", component: nginx}]
      related: [dns.md]
      sources: [https://nginx.org/a, https://nginx.org/b]
      aliases: [/articles/old-down/, /old.html]
      ---
      One [code](../../errors/502.md#for-site-owners), [here](#second), [there](dns.md#names-and-numbers), a
      [picture](flow.svg) and a [source](https://nginx.org/b).[^1]

      ## First

      ### Deeper

      ## Second

      Text.

      [^1]: A note.

      """,
      "articles/causes/dns.md": "---\ntitle: DNS\nweight: 2\ntags: [server]\n---\n## Names and numbers\n\nText.\n",
      "articles/causes/flow.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
      "articles/start/first.md": "---\ntitle: Begin here\nreviewed: 2026-03-04\n---\n![flow](../causes/flow.svg)\n",
    ]
  }

  static func definition(_ code: Int, _ reason: String, _ hop: String, _ retry: String, related: [Int]) -> String {
    """
    ---
    code: \(code)
    reason: \(reason)
    description: What \(code) means.
    hop: \(hop)
    retry: \(retry)
    retryAfter: 30
    article: ../articles/causes/down.md
    related: \(related)
    reviewed: 2026-02-03
    ---
    Introduction with a [link](../articles/causes/dns.md).

    ## For visitors

    Wait.

    ## For site owners

    ### Look

    Read the [log](../articles/causes/down.md#first).

    ## For developers

    Nothing.

    """
  }

  /// The English locale under another tag: enough of a translation to tell frames apart.
  static func locale(_ tag: String, name: String, direction: String, marker: String) throws -> String {
    try englishLocale().replacing("language: en", with: "language: \(tag)").replacing(
      "name: English", with: "name: \(name)"
    )
    .replacing("direction: ltr", with: "direction: \(direction)")
    .replacing("homeHeading: ", with: "homeHeading: \(marker) ")
    .replacing("  note: ", with: "  note: \(marker) ")
  }

  static func englishLocale() throws -> String {
    try String(contentsOf: PackageFolder.root.appending(path: "content/locales/en.yaml"), encoding: .utf8)
  }

  /// The site with a German and an Arabic edition, in which one article and one code are translated.
  static func multilingual() throws -> FixtureSite {
    var fixture = FixtureSite()
    fixture.languages = ["en", "de", "ar"]
    fixture.files["locales/de.yaml"] = try locale("de", name: "Deutsch", direction: "ltr", marker: "DE")
    fixture.files["locales/ar.yaml"] = try locale("ar", name: "العربية", direction: "rtl", marker: "AR")
    fixture.files["articles/causes/dns.de.md"] =
      "---\ntitle: Namen\nweight: 2\ntags: [namen]\n---\n## Namen und Nummern\n\nText.\n"
    fixture.files["articles/causes/neu.de.md"] =
      "---\ntitle: Nur hier\naliases: [/de/articles/alt/]\n---\n[Namen](dns.md)\n"
    fixture.files["errors/502.de.md"] = definition(502, "Bad Gateway", "edge-server", "later", related: [504])
      .replacing("What 502 means.", with: "Was 502 bedeutet.")
    return fixture
  }

  /// The site's files by their path below `site/`.
  func build(jobs: Int = 1) async throws -> [String: String] {
    try await outputs(jobs: jobs).reduce(into: [:]) { files, file in
      #expect(files[file.path] == nil, "two files are named \(file.path)")
      files[file.path] = String(decoding: file.bytes, as: UTF8.self)
    }
  }

  /// The checked site.
  func load() async throws -> Site {
    var files = files
    files["site.yaml"] = (settings + ["languages: [\(languages.joined(separator: ", "))]"]).joined(separator: "\n")
    files["locales/en.yaml"] = try Self.englishLocale()
    let folder = ContentFolder(
      name: "content", files: files.map { .init(path: $0.key, contents: .bytes(Array($0.value.utf8))) })
    var options = SiteLoader.Options()
    options.baseURL = baseURL
    let (loaded, problems) = await SiteLoader(folder, options: options).load()
    return try #require(loaded, "\(problems.sorted.map { "\($0.id) \($0.message) \($0.place.source.name)" })")
  }

  /// The same in the order they are made in.
  func outputs(jobs: Int = 1) async throws -> [OutputFile] {
    let site = try await load()
    var report = Report()
    let sources = try Self.theme()
    let tokens = try #require(Tokens(sources, into: &report))
    let palette = Palette(site.settings.accent, tokens: tokens, into: &report)
    let library = TemplateLibrary(sources, pages: HelpSite.templates, into: &report)
    let made = await HelpSite.build(
      site, library: try #require(library, "\(report.sorted.map { "\($0.place.source.name): \($0.message)" })"),
      sources: sources, palette: palette, jobs: jobs)
    #expect(made.report.isEmpty)
    // Files of the site by their path in it, files beside it by their whole path.
    return made.files.map { file in
      let isInSite = file.path.hasPrefix(HelpSite.folder + "/")
      return OutputFile(
        path: isInSite ? String(file.path.dropFirst(HelpSite.folder.count + 1)) : file.path, bytes: file.bytes)
    }
  }

  static let templates = PackageFolder.root.appending(path: "templates")

  /// The built-in theme, read from the repository.
  static func theme() throws -> TemplateSources {
    var files: [String: Source] = [:]
    let names = FileManager.default.enumerator(atPath: templates.path)
    for case let name as String in names ?? .init() where [".mustache", ".css", ".js"].contains(where: name.hasSuffix) {
      files[name] = Source(
        name: "templates/\(name)", bytes: [UInt8](try Data(contentsOf: templates.appending(path: name))))
    }
    return TemplateSources(builtIn: files)
  }
}
