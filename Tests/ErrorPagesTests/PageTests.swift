import Content
import Diagnostics
import Foundation
import Testing

@testable import ErrorPages
@testable import Theme

/// What every page of the pack promises, whatever its code.
@Suite("Error pages")
struct PageTests {
  @Test("the starter's pack is sound: every code in every format, within its budget")
  func pack() async throws {
    let pack = await SamplePack.starter.value
    #expect(!pack.report.hasErrors)
    let codes = try #require(pack.site).errors.map(\.code)
    for format in Format.allCases {
      let ending = "." + format.fileExtension
      let names = codes.map(String.init) + (format == .http ? ["maintenance"] : ["4xx", "5xx", "maintenance"])
      let paths = pack.paths(ending).filter {
        $0 != "manifest.json" && (format == .nano || !$0.hasSuffix(".nano.html"))
      }
      #expect(paths == names.map { "en/\($0)\(ending)" })
    }
    for file in pack.files {
      if file.path.hasSuffix(".html") { #expect(file.bytes.count <= 12_000, "\(file.path)") }
      if file.path.hasSuffix(".http") { #expect(file.bytes.count <= 15_360, "\(file.path)") }
    }
  }

  @Test("no page asks for anything or runs anything but the one script that its policy allows")
  func selfContained() async {
    let pack = await SamplePack.starter.value
    for path in pack.paths(".html") {
      let page = pack.text(path)
      let scripts = page.components(separatedBy: "<script").count - 1
      if scripts > 0 {
        let script = page.components(separatedBy: "<script>").last?.components(separatedBy: "</script>").first ?? ""
        let digest = Fingerprint(Array(script.utf8)).base64
        #expect(scripts == 1 && page.contains("; script-src 'sha256-\(digest)'; connect-src 'self'; "), "\(path)")
      } else {
        #expect(!page.contains("script-src") && !page.contains("connect-src"), "\(path)")
      }
      for forbidden in ["<link", "<img", "<iframe", "url(", "@import", " src=", " style=", "\"refresh\""] {
        #expect(!page.contains(forbidden), "\(path): \(forbidden)")
      }
    }
  }

  @Test("the one style element has the digest that the policy allows")
  func policy() async throws {
    let pack = await SamplePack.starter.value
    for path in pack.paths(".html") where !path.hasSuffix(".nano.html") {
      let page = pack.text(path)
      let parts = page.components(separatedBy: "<style>")
      #expect(parts.count == 2)
      let css = try #require(parts.last?.components(separatedBy: "</style>").first)
      let digest = Fingerprint(Array(css.utf8)).base64
      #expect(
        page.contains("content=\"default-src 'none'; style-src 'sha256-\(digest)'; ")
          && page.contains("; base-uri 'none'; form-action 'none'\""))
    }
  }

  @Test("the page for planned work says when it ends, to people and to programs")
  func maintenance() async throws {
    let until = "languages: [en]\nmaintenance: {until: 2026-12-01T06:00Z}"
    let pack = await SamplePack(SamplePack.settings("languages: [en]", until))
    let time = "<time datetime=\"2026-12-01T06:00Z\" dir=\"ltr\">2026-12-01 06:00 UTC</time>"
    #expect(pack.text("en/maintenance.html").contains("<p>Expected back: \(time)</p>"))
    #expect(pack.text("en/maintenance.nano.html").contains("2026-12-01 06:00 UTC"))
    #expect(pack.text("en/maintenance.txt").contains("\nExpected back: 2026-12-01 06:00 UTC\n"))
    #expect(pack.text("en/maintenance.http").contains("\r\nRetry-After: Tue, 01 Dec 2026 06:00:00 GMT\r\n"))
    #expect(!pack.text("en/503.html").contains("Expected back"))
    let silent = await SamplePack.starter.value
    #expect(!silent.text("en/maintenance.html").contains("Expected back"))
    #expect(silent.text("en/maintenance.http").contains("\r\nRetry-After: 60\r\n"))
  }

  @Test("a return time that is no time in UTC is an error", arguments: ["tomorrow", "2026-12-01", "2026-13-01T06:00Z"])
  func badTime(_ text: String) async throws {
    let pack = await SamplePack(
      SamplePack.settings("languages: [en]", "languages: [en]\nmaintenance: {until: \"\(text)\"}"))
    #expect(pack.report.sorted.contains { $0.id == "bad-time" })
  }

  @Test("the page of a class names no code of it")
  func family() async {
    let pack = await SamplePack.starter.value
    #expect(pack.text("en/5xx.txt").hasPrefix("5xx Server Error\n"))
    #expect(!pack.text("en/5xx.json").contains("\"status\""))
    #expect(pack.text("en/4xx.html").contains("<dd lang=\"en\" dir=\"ltr\">4xx Client Error</dd>"))
  }

  @Test("the heading is the only one of its level, plain, and part of the title; the number is small print")
  func heading() async throws {
    let pack = await SamplePack.starter.value
    for definition in try #require(pack.site).errors {
      let page = pack.text("en/\(definition.code).html")
      #expect(page.components(separatedBy: "<h1>").count == 2)
      let heading = page.components(separatedBy: "<h1>")[1].components(separatedBy: "</h1>")[0]
      let hasNumber = heading.contains { $0.isNumber }
      #expect(!hasNumber)
      #expect(page.contains("<title>\(heading) · Interlude</title>"))
      let advice = try #require(page.range(of: "<ol>"))
      let code = try #require(page.range(of: "\(definition.code) \(definition.reason)"))
      #expect(advice.upperBound < code.lowerBound)
    }
  }

  @Test("a plain link tries again where that can help, and nowhere else")
  func retry() async {
    let pack = await SamplePack.starter.value
    #expect(pack.text("en/502.html").contains("<a href=\"\" class=\"first\">Try again</a>"))
    for path in ["en/403.html", "en/404.html", "en/413.html"] {
      #expect(!pack.text(path).contains("<a href=\"\""), "\(path)")
    }
    #expect(pack.text("en/404.html").contains("<a href=\"https://www.example.com/\" class=\"first\">Home page</a>"))
  }

  @Test("pages about an outage can try again by themselves, others cannot")
  func automaticRetry() async {
    let pack = await SamplePack.starter.value
    let with = pack.paths(".html").filter { pack.text($0).contains("<form name=\"retry\" hidden>") }
    #expect(with == ["500", "502", "503", "504", "5xx", "maintenance"].map { "en/\($0).html" })
    let label = "value=\"30\" checked> Try again automatically in <b id=\"left\"></b> s</label>"
    #expect(pack.text("en/502.html").contains(label))
    // The label of the time is not there before the time is.
    #expect(pack.text("en/502.html").contains("<div id=\"now\" hidden>"))
    #expect(!pack.text("en/502.html").contains("dl div{"))
    #expect(pack.text("en/502.html").contains("<output><b hidden>This site: working</b></output>"))
    #expect(pack.text("en/503.html").contains("value=\"60\" checked"))
    #expect(
      pack.text("en/502.http").contains("connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors"))
    let known = await SamplePack(
      SamplePack.settings("languages: [en]", "languages: [en]\nmaintenance: {until: 2026-12-01T06:00Z}"))
    #expect(!known.text("en/maintenance.html").contains("<form"))
  }

  @Test("a site may do without, and a language that has no words for it does")
  func noAutomaticRetry() async {
    let off = await SamplePack(
      SamplePack.settings("languages: [en]", "languages: [en]\nerrorPages: {automaticRetry: false}"))
    #expect(off.text("en/502.html").contains("<a href=\"\" class=\"first\">Try again</a>"))
    #expect(off.paths(".html").allSatisfy { !off.text($0).contains("<form") && !off.text($0).contains("script") })
    let words = String(decoding: SamplePack.folder["locales/en.yaml"] ?? [], as: UTF8.self)
    let silent = await SamplePack(["locales/en.yaml": words.replacing("  retryAutomatic:", with: "  # retryAutomatic:")]
    )
    #expect(!silent.report.hasErrors && !silent.text("en/502.html").contains("<form"))
  }

  @Test("a page that has no room for the script keeps its plain link, and the build says so")
  func noRoom() async {
    let path = (0..<400).map { "M\($0 * 7 % 97) \($0 * 13 % 89)h\($0 % 11)" }.joined()
    let logo = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"\(path.prefix(1000))\"/></svg>"
    let pack = await SamplePack(["logo.svg": logo])
    let lacking = pack.report.sorted.filter { $0.id == "no-room-for-retry" }
    #expect(!pack.report.hasErrors && lacking.count == 1 && lacking.first?.severity == .info)
    #expect(pack.paths(".html").contains { !pack.text($0).contains("<form") && pack.text($0).contains("<a href=\"\"") })
  }

  @Test("what visitors are told is linked by its absolute URL, and left out where the help site's address is not known")
  func help() async throws {
    let pack = await SamplePack.starter.value
    let article = try #require(pack.site?.error(502)).article.absolute(below: "https://help.example.com/")
    let visitors = "https://help.example.com/codes/502/#for-visitors"
    #expect(pack.text("en/502.html").contains("<a href=\"\(visitors)\">More about this error</a>"))
    // Programs, and whoever makes them, are sent to the article.
    #expect(pack.text("en/502.json").contains("\"\(article)\""))
    let bare = await SamplePack(SamplePack.settings("baseURL:", "# baseURL:"))
    #expect(!bare.text("en/502.html").contains("More about this error"))
    #expect(bare.text("en/502.json").contains("\"type\": \"about:blank\""))
    #expect(!bare.text("en/502.json").contains("help"))
  }

  @Test("a brand without links gets a page without an empty list")
  func noLinks() async {
    let text = SamplePack.settings("", "")["site.yaml"] ?? ""
    let bare = text.split(separator: "\n").filter {
      !$0.hasPrefix("home:") && !$0.hasPrefix("support:") && !$0.hasPrefix("status:")
    }
    let pack = await SamplePack(["site.yaml": bare.joined(separator: "\n")])
    #expect(!pack.text("en/404.html").contains("class=\"actions\""))
    #expect(pack.text("en/502.html").contains("class=\"actions\""))
  }

  @Test("text is escaped")
  func escaping() async {
    let pack = await SamplePack(SamplePack.settings("name: Interlude", "name: \"<b>A & B\\\"</b>\""))
    #expect(pack.text("en/502.html").contains("<span>&lt;b&gt;A &amp; B&quot;&lt;/b&gt;</span>"))
  }

  @Test("a language that runs from right to left gets a mirrored drawing")
  func mirrored() async {
    let pack = await SamplePack(SamplePack.twoLanguages("ar", "rtl"))
    let page = pack.text("ar/502.html")
    #expect(page.contains("<html lang=\"ar\" dir=\"rtl\">"))
    #expect(page.contains("<line x1=\"100%\" y1=\"2.25em\" x2=\"0%\""))
    #expect(page.contains("<svg class=\"break\" x=\"0%\""))
    #expect(page.contains("translate(68)"))
  }

  @Test("the drawing says in words which station or link is broken")
  func alternative() async {
    let pack = await SamplePack.starter.value
    #expect(
      pack.text("en/502.html").contains("aria-label=\"You: working; Front door: working; This site: stopped here\""))
    #expect(
      pack.text("en/400.html").contains(
        "aria-label=\"You: working; You – Front door: stopped here; Front door; This site\""))
    #expect(pack.text("en/403.html").contains("aria-label=\"You: working; Front door: stopped here; This site\""))
  }

  @Test("a request that the site refused got through: nothing in the drawing is broken, in any theme")
  func answered() async throws {
    for theme in ["card", "folio", "lantern"] {
      let pack = await SamplePack(SamplePack.settings("# theme: folio", "theme: \(theme)"))
      let codes = try #require(pack.site).errors.filter { $0.isAnswered }.map(\.key)
      #expect(Set(codes) == ["402", "404", "409", "410", "412", "422", "423", "424", "428", "451"])
      for name in codes + ["4xx"] {
        let page = pack.text("en/\(name).html")
        #expect(
          !page.contains("stopped here") && !page.contains("class=\"break\"") && !page.contains("torn"), "\(name)")
        #expect(page.contains(">answered: no</span>"), "\(theme), \(name)")
      }
      #expect(pack.text("en/500.html").contains("stopped here"), "\(theme)")
    }
    let card = await SamplePack.starter.value
    #expect(
      card.text("en/404.html").contains("aria-label=\"You: working; Front door: working; This site: answered: no\""))
    // A language that has no word for it says what is true as well.
    let words = String(decoding: SamplePack.folder["locales/en.yaml"] ?? [], as: UTF8.self)
    let silent = await SamplePack(["locales/en.yaml": words.replacing("  answered:", with: "  # answered:")])
    #expect(silent.text("en/404.html").contains("Front door: working; This site: working\""))
  }

  @Test("what stopped before the site was asked is not said to be the site's failure, for want of a text of its own")
  func fallback() async throws {
    let pack = await SamplePack(SamplePack.settings("languages: [en]", "languages: [en, de, ja]"))
    let site = try #require(pack.site)
    for locale in site.locales where locale.language != "en" {
      let own = try #require(locale.codes[511])
      for definition in site.errors where locale.codes[definition.code] == nil {
        let text = locale.text(for: definition)
        switch definition.code {
        case 407: #expect(text == own)
        case 505: #expect(text == locale.classes[4])
        case 506, 508, 510: #expect(text == locale.classes[5])
        default: #expect(text == locale.classes[definition.code / 100])
        }
      }
    }
  }

  @Test("a page with the script has a place for the time; one that a proxy fills in has the proxy's")
  func time() async {
    let live = await SamplePack(
      SamplePack.settings("languages: [en]", "languages: [en]\nerrorPages: {liveValues: true}"))
    let place = "<div id=\"now\" hidden><dt>Time</dt><dd lang=\"en\" dir=\"ltr\"></dd></div>"
    #expect(live.text("en/502.html").contains(place) && !live.text("en/404.html").contains("id=\"now\""))
    #expect(!live.text("live/ssi/en/502.html").contains("id=\"now\""))
    #expect(live.text("live/ssi/en/502.html").contains("<dt>Time</dt>"))
  }

  @Test("a brand with a logo for each background carries both, and the style that shows one")
  func twoLogos() async {
    var changes = SamplePack.settings("logo: logo.svg", "logo: {light: logo.svg, dark: dark.svg}")
    changes["dark.svg"] =
      "<svg viewBox=\"0 0 9 9\"><linearGradient id=\"a\"/><path fill=\"url(#a)\" d=\"M0 0h9\"/></svg>"
    let pack = await SamplePack(changes)
    let page = pack.text("en/502.html")
    #expect(
      page.contains("<svg class=\"on-light\" height=\"24\"") && page.contains("<svg class=\"on-dark\" height=\"24\""))
    #expect(page.contains("id=\"dark-a\"") && page.contains("url(#dark-a)") && page.contains(".on-dark{display:none}"))
    let one = await SamplePack.starter.value
    #expect(!one.text("en/502.html").contains("on-dark"))
  }

  @Test("the template lists its variables as they are, and every page's view keeps to them")
  func listing() async throws {
    let template = SamplePack.sources.files["error/page.mustache"].map { $0.text(0..<$0.bytes.count) } ?? ""
    #expect(template.contains("\n" + ErrorPageView.schema.listing + "\n"))
    let site = try #require(await SamplePack.starter.value.site)
    let style = StyleSheet("")
    for definition in site.errors {
      let locale = site.defaultLocale
      let text = try #require(locale.text(for: definition))
      let links = PageLinks(site: site, definition: definition, locale: locale)
      let subject = ErrorPages.Subject(
        name: definition.key, definition: definition, locale: locale, text: text, links: links)
      let retry = RetryOffer(subject, script: PageScript(Source(name: "retry.js", text: "")))
      for offer in [nil, retry] {
        let view = ErrorPageView(subject, brand: BrandMark(site.settings), style: style, retry: offer).view
        #expect(ErrorPageView.schema.differences(from: view) == [])
      }
    }
  }

  @Test("the number of cores plays no part")
  func jobs() async {
    let one = await SamplePack.starter.value
    let four = await SamplePack(jobs: 4)
    #expect(one.files == four.files)
  }
}
