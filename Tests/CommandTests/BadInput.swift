import Foundation
import TestSupport
import Testing

/// A way to spoil a site, and what the build has to say about it.
struct BadInput: Sendable, CustomTestStringConvertible {
  let name: String
  /// The id of a problem that has to be reported.
  let id: String
  /// Where: a file, or a file with line and column.
  let place: String
  let spoil: @Sendable (SmallSite) throws -> Void

  init(_ name: String, _ id: String, at place: String, spoil: @escaping @Sendable (SmallSite) throws -> Void) {
    self.name = name
    self.id = id
    self.place = place
    self.spoil = spoil
  }

  var testDescription: String { name }

  static let all = files + texts + depths

  private static let article = "content/articles/causes/b.md"

  private static let files = [
    BadInput("an empty folder", "empty-content", at: "content") { try $0.remove("content") },
    BadInput("no site.yaml", "missing-site", at: "content/site.yaml") { try $0.remove("content/site.yaml") },
    BadInput("a folder in a page's place", "unreadable-file", at: article) {
      try FileManager.default.createDirectory(at: $0.path(article), withIntermediateDirectories: true)
    },
    BadInput("a folder in site.yaml's place", "unreadable-file", at: "content/site.yaml") {
      try $0.remove("content/site.yaml")
      try FileManager.default.createDirectory(at: $0.path("content/site.yaml"), withIntermediateDirectories: true)
    },
    BadInput("a link that leads nowhere", "unreadable-file", at: article) { try link("nowhere.md", at: article, $0) },
    BadInput("a link that leads to itself", "unreadable-file", at: article) { try link("b.md", at: article, $0) },
    BadInput("a link to a device that never ends", "unreadable-file", at: article) {
      try link("/dev/zero", at: article, $0)
    },
    named("a line break", Array("a\nb".utf8)), named("a tab", Array("a\tb".utf8)),
    named("what turns the order of letters", Array("a\u{202E}b".utf8)),
    named("a line separator", Array("a\u{2028}b".utf8)),
    named("a backslash", Array("a\\b".utf8)), named("an encoded dot", Array("a%2e%2eb".utf8)),
    named("what is no UTF-8", [0x61, 0xFF, 0x62]),
    BadInput("a name that differs in case alone", "duplicate-slug", at: "content/articles/causes/") {
      try $0.addArticle("odd", body: "x")
      try $0.addArticle("Odd", body: "x")
    },
    BadInput("a name that is the same in another form", "duplicate-slug", at: "content/articles/causes/") {
      try $0.addArticle("\u{FC}", body: "x")
      try $0.addArticle("u\u{308}", body: "x")
    },
    BadInput("a named pipe that nobody writes into", "unreadable-file", at: article) { site in
      guard mkfifo(site.path(article).path, 0o644) == 0 else { throw CocoaError(.fileWriteUnknown) }
    },
  ]

  /// An article whose name cannot become an address.
  private static func named(_ what: String, _ name: [UInt8]) -> BadInput {
    BadInput("a name with \(what)", "unreadable-file", at: "content/articles/causes/a") { site in
      let path = Array(site.path("content/articles/causes/").path.utf8) + Array("/".utf8) + name + Array(".md".utf8)
      let file = path.map { CChar(bitPattern: $0) } + [0]
      let descriptor = open(file, O_WRONLY | O_CREAT, 0o644)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
      close(descriptor)
    }
  }

  private static let texts = [
    BadInput("YAML that does not parse", "yaml-syntax", at: "content/site.yaml:") {
      try $0.write("name: [Example\ndescription: x\n", to: "content/site.yaml")
    },
    BadInput("front matter that does not parse", "yaml-syntax", at: "\(article):3:") {
      try $0.write("---\ntitle: \"x\n---\n", to: article)
    },
    BadInput("bytes that are not UTF-8", "invalid-utf8", at: "\(article):5:4") {
      try $0.write(Data("---\ntitle: x\n---\n\nabc".utf8) + [0xFF, 0xFE], to: article)
    },
    BadInput("an article of a megabyte", "text-too-long", at: "\(article):4:1") {
      try $0.addArticle("b", body: String(repeating: "words and *marks* and [links](down.md)\n", count: 27_000))
    },
    BadInput("a dead link", "dead-link", at: "\(article):6:") { try $0.addArticle("b", body: "[x](gone.md)") },
  ]

  private static let depths =
    [
      ("quotes", ">", "nesting-too-deep"), ("lists", "- ", "nesting-too-deep"),
      ("numbered lists", "1. ", "nesting-too-deep"), ("brackets", "[", "too-many-brackets"),
      ("pictures", "![", "too-many-brackets"),
    ].map { name, mark, id in
      BadInput("10,000 \(name) in each other", id, at: "\(article):6:1") {
        try $0.addArticle("b", body: String(repeating: mark, count: 10_000) + "x")
      }
    }
    + [("sequences", "["), ("mappings", "{a: "), ("block sequences", "- "), ("keys", "? ")].flatMap { name, mark in
      let deep = String(repeating: mark, count: 10_000)
      return [
        BadInput("10,000 \(name) in each other in site.yaml", "yaml-too-deep", at: "content/site.yaml:2:") {
          try $0.write("name:\n  \(deep)\n", to: "content/site.yaml")
        },
        BadInput("10,000 \(name) in each other in front matter", "yaml-too-deep", at: "\(article):3:") {
          try $0.write("---\ntitle:\n  \(deep)\n---\n", to: article)
        },
      ]
    }

  private static func link(_ target: String, at path: String, _ site: SmallSite) throws {
    try FileManager.default.createSymbolicLink(atPath: site.path(path).path, withDestinationPath: target)
  }
}
