import Foundation
import TestSupport
import Testing

/// `interlude init` from the binary alone, and the content that lies under what it writes.
@Suite("Init")
struct InitTests {
  @Test("lays down three files that build without a word, with every code and article that comes with the program")
  func builds() async throws {
    try await StartedSite.with { site in
      #expect(
        FolderState(site.folder).files.filter { !$0.hasPrefix("public") }.sorted()
          == ["README.md", "content/articles/contacting-support.md", "content/site.yaml"])
      let built = try await site.build()
      #expect(built.status == 0 && built.errors.isEmpty, "\(built.errors)")
      #expect(site.has("error-pages/en/502.html") && site.has("site/codes/502/index.html"))
      #expect(
        site.has("site/articles/causes/dns/index.html") && site.has("site/articles/contacting-support/index.html"))
      #expect(try site.page("site/codes/502/index.html").contains("articles/understand/which-gateway-error/"))
      // What readers call things comes along, too.
      #expect(try site.page("site/search/index.js").contains("k8s"))
    }
  }

  @Test("`help` says how much of ours is published; the error pages are the same", arguments: ["none", "codes"])
  func help(_ help: String) async throws {
    try await StartedSite.with { site in
      let base = "baseURL: https://help.example.com/\n"
      try site.settings { $0.replacing("help: all", with: "help: \(help)") + base }
      let built = try await site.build()
      #expect(built.status == 0 && built.errors.isEmpty, "\(built.errors)")
      #expect(site.has("error-pages/en/502.html") && site.has("error-pages/en/451.html"))
      #expect(site.has("site/codes/502/index.html") == (help == "codes"))
      #expect(
        !site.has("site/articles/causes/dns/index.html") && site.has("site/articles/contacting-support/index.html"))
      // Nothing leads to what is not there.
      let page = try site.page("error-pages/en/502.html")
      #expect(page.contains("help.example.com/codes/502/") == (help == "codes"))
      // The first page asks nothing and promises nothing that the site has no answer to.
      let first = try site.page("site/index.html")
      #expect(first.contains("contacting-support/index.html\"><b>I met an error</b>"))
      #expect(first.contains("class=\"stops\"") == (help == "codes"))
      #expect(first.contains("codes/index.html\"><b>I run a site</b>") == (help == "codes"))
      #expect(first.contains("<b>I run a site</b>") == (help == "codes"))
      if help == "codes" {
        let code = try site.page("site/codes/502/index.html")
        #expect(code.contains("articles/") == false || !code.contains("articles/understand"))
        #expect(code.contains("Bad Gateway") && code.contains("curl"))
        #expect(!code.contains(".md)") && !code.contains("]("))
      }
    }
  }

  @Test("of each published page every link leads somewhere", arguments: ["none", "codes", "all"])
  func links(_ help: String) async throws {
    try await StartedSite.with { site in
      try site.settings {
        $0.replacing("help: all", with: "help: \(help)").replacing("languages: [en]", with: "languages: [en, de]")
      }
      #expect(try await site.build().status == 0)
      let root = site.folder.appending(path: "public/site")
      var dead: Set<String> = []
      for file in FolderState(root).files where file.hasSuffix(".html") && file != "404.html" {
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        for match in text.matches(of: /href="([^"#:?]+)(?:[#?][^"]*)?"/) where !match.1.hasPrefix("/") {
          let target = root.appending(path: file).deletingLastPathComponent().appending(path: String(match.1))
          if !FileManager.default.fileExists(atPath: target.standardizedFileURL.path) {
            dead.insert("\(file): \(match.1)")
          }
        }
      }
      #expect(dead.isEmpty, "\(dead.sorted().prefix(10))")
    }
  }

  @Test("a file of the author's takes the place of ours, and its problems alone are told")
  func ownFile() async throws {
    try await StartedSite.with { site in
      try site.write(Self.ownCode, to: "content/errors/502.md")
      let built = try await site.build()
      #expect(built.status == 0 && built.errors.isEmpty, "\(built.errors)")
      #expect(try site.page("site/codes/502/index.html").contains("The kitchen is closed"))
      #expect(site.has("site/codes/503/index.html"))
      try site.write(Self.ownCode + "\n[gone](../articles/gone.md)\n", to: "content/errors/502.md")
      let broken = try await site.build()
      #expect(broken.status == 1 && broken.errors.contains("content/errors/502.md:"), "\(broken.errors)")
      #expect(broken.errors.contains("1 error") && !broken.errors.contains("warning"), "\(broken.errors)")
    }
  }

  @Test("an edit of an article builds what a build from nothing would")
  func edits() async throws {
    try await StartedSite.with { site in
      try site.settings { $0 + "review: {staleAfterDays: 1}\n" }
      #expect(try await site.build().status == 0)
      let article = try site.page("content/articles/contacting-support.md", in: "")
      for (old, new) in [("The time, with", "The hour, with"), ("title: What to send us", "title: What we ask for")] {
        try site.write(article.replacing(old, with: new), to: "content/articles/contacting-support.md")
        let edited = try await site.build()
        #expect(edited.status == 0 && edited.errors.isEmpty, "\(edited.errors)")
        let quick = FolderState(site.folder.appending(path: "public"))
        #expect(try await site.build("--clean", "--output", "other").status == 0)
        #expect(quick.differences(from: FolderState(site.folder.appending(path: "other"))).isEmpty)
      }
    }
  }

  @Test("a link to what is not published says so, and a wrong `help` is told with the right ones")
  func mistakes() async throws {
    try await StartedSite.with { site in
      try site.settings { $0.replacing("help: all", with: "help: codes") }
      let own = "---\ntitle: Ours\n---\n[dns](causes/dns.md)\n"
      try site.write(own, to: "content/articles/ours.md")
      let withheld = try await site.build()
      #expect(withheld.status == 1 && withheld.errors.contains("interlude eject articles/causes/dns.md"))
      try site.write("---\ntitle: Ours\n---\nText.\n", to: "content/articles/ours.md")
      try site.settings { $0.replacing("help: codes", with: "help: code") }
      let wrong = try await site.build()
      #expect(
        wrong.status == 1 && wrong.errors.contains("site.yaml:") && wrong.errors.contains("codes"), "\(wrong.errors)")
      #expect(wrong.errors.contains("1 error"), "\(wrong.errors)")
    }
  }

  @Test("texts that there are not in a site's language are shown in English, and that is told")
  func otherLanguage() async throws {
    try await StartedSite.with { site in
      try site.settings { $0.replacing("languages: [en]", with: "languages: [de, en]") }
      let built = try await site.build()
      #expect(built.status == 0 && built.errors.contains("shown in English"), "\(built.errors)")
      #expect(try site.page("site/codes/502/index.html").contains("Gateway"))
      #expect(site.has("site/en/codes/502/index.html"))
      #expect(try site.page("site/articles/causes/ddos-or-bot-flood/index.html").contains("lang=\"de\""))
    }
  }

  @Test("a site that brings codes and languages of its own goes on as it is")
  func standsAlone() async throws {
    try await SmallSite.with { site in
      let built = try await Interlude.run("build", in: site.folder)
      #expect(built.status == 0)
      let pages = FolderState(site.output).files.filter { $0.hasPrefix("error-pages/en/") && $0.hasSuffix(".html") }
      #expect(!pages.contains("error-pages/en/503.html") && pages.contains("error-pages/en/502.html"))
    }
  }

  @Test("ends with the next commands, and they work as printed")
  func nextCommands() async throws {
    try await TemporaryFolder.with("init") { folder in
      let text = try await Interlude.run("init", "site", in: folder).text
      for command in ["cd site", "content/site.yaml", "interlude build", "public/site/index.html"] {
        #expect(text.contains(command))
      }
    }
  }

  @Test("never overwrites: one file of the same name stops it before the first is written")
  func neverOverwrites() async throws {
    try await TemporaryFolder.with("init") { folder in
      let theirs = folder.appending(path: "content/site.yaml")
      try FileManager.default.createDirectory(
        at: theirs.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: theirs)
      let before = FolderState(folder)
      let result = try await Interlude.run("init", in: folder)
      #expect(result.status == 2)
      #expect(result.errors.contains("content/site.yaml"))
      #expect(FolderState(folder) == before)
    }
  }

  @Test("says what is wrong with a folder it cannot write to")
  func unwritable() async throws {
    try await TemporaryFolder.with("init") { folder in
      try Data().write(to: folder.appending(path: "site"))
      let result = try await Interlude.run("init", "site", in: folder)
      #expect(result.status == 2)
      #expect(result.errors.contains("site"))
    }
  }

  static let ownCode = """
    ---
    code: 502
    reason: Bad Gateway
    description: The kitchen is closed.
    hop: server
    retry: later
    article: 502.md
    ---
    The kitchen is closed.

    ## For visitors

    Wait.

    ## For site owners

    Look.

    ## For developers

    Mend.
    """
}

/// A site as `interlude init` lays it down.
struct StartedSite: Sendable {
  let folder: URL

  static func with<Value>(_ body: (StartedSite) async throws -> Value) async throws -> Value {
    try await TemporaryFolder.with("started") { folder in
      let laid = try await Interlude.run("init", in: folder)
      #expect(laid.status == 0, "\(laid.errors)")
      return try await body(StartedSite(folder: folder))
    }
  }

  func build(_ options: String...) async throws -> Command {
    try await Command.run(Interlude.binary, ["build"] + options, in: folder)
  }

  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "public/\(path)").path)
  }

  func page(_ path: String, in output: String = "public/") throws -> String {
    try String(contentsOf: folder.appending(path: output + path), encoding: .utf8)
  }

  func settings(_ change: (String) -> String) throws {
    try write(change(try page("content/site.yaml", in: "")), to: "content/site.yaml")
  }

  func write(_ text: String, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
