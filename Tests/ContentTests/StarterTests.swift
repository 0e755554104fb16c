import Content
import Diagnostics
import Foundation
import TestSupport
import Testing

/// The site this repository ships, with every language there is a file for.
@Suite("The starter's content")
struct StarterTests {
  @Test("is without a problem in all of its languages")
  func sound() async throws {
    let root = PackageFolder.root.appending(path: "content")
    var files = Fixture(name: "content", url: root).files()
    let tags = files.keys.filter { $0.hasPrefix("locales/") && $0.hasSuffix(".yaml") }
      .map { String($0.dropFirst("locales/".count).dropLast(".yaml".count)) }.sorted()
    #expect(tags.count >= 18)
    let settings = String(decoding: try #require(files["site.yaml"]), as: UTF8.self)
    let all = (["en"] + tags.filter { $0 != "en" }).joined(separator: ", ")
    files["site.yaml"] = Array(settings.replacing("languages: [en]", with: "languages: [\(all)]").utf8)
    let folder = ContentFolder(name: "content", files: files.map { .init(path: $0.key, contents: .bytes($0.value)) })
    let (site, report) = await SiteLoader(folder).load()
    #expect(report.isEmpty, "\(report.sorted.map { "\($0.place.source.name): \($0.message)" })")
    #expect(site?.locales.map(\.language).sorted() == tags)
  }

  @Test("error pages come in further languages than the site", arguments: [("all", 18), ("[de, ar, en]", 3)])
  func pageLanguages(_ choice: String, _ count: Int) async throws {
    var files = Fixture(name: "content", url: PackageFolder.root.appending(path: "content")).files()
    let settings = String(decoding: try #require(files["site.yaml"]), as: UTF8.self)
    files["site.yaml"] = Array((settings + "\nerrorPages: {languages: \(choice)}\n").utf8)
    let folder = ContentFolder(name: "content", files: files.map { .init(path: $0.key, contents: .bytes($0.value)) })
    let (loaded, report) = await SiteLoader(folder).load()
    let site = try #require(loaded)
    #expect(report.isEmpty, "\(report.sorted.map { "\($0.place.source.name): \($0.message)" })")
    #expect(site.settings.languages == ["en"] && site.locales.first?.language == "en")
    #expect(site.locales.count == count && site.locales.map(\.language) == site.settings.pageLanguages)
    #expect(site.locales.filter { !$0.site.isEmpty }.map(\.language) == ["en"])
    #expect(site.articles.keys.sorted() == ["en"] && site.translatedErrors.isEmpty)
  }

  @Test("has every string and every code in every language's own words")
  func coverage() async throws {
    let files = Fixture(name: "content", url: PackageFolder.root.appending(path: "content")).files()
    let folder = ContentFolder(name: "content", files: files.map { .init(path: $0.key, contents: .bytes($0.value)) })
    let (codes, languages, report) = await SiteLoader(folder).coverage()
    #expect(report.isEmpty && codes.count >= 59 && languages.count >= 18)
    #expect(LanguageCoverage.common.count == 25 && Set(LanguageCoverage.common).isSubset(of: codes))
    for language in languages {
      #expect(language.isComplete, "\(language.language): \(language.missingStrings) \(language.missingCommon)")
      #expect(language.hasSearch, "\(language.language)")
      #expect(language.own == codes, "\(language.language) lacks \(language.shared + language.absent)")
    }
  }

  @Test("a language that lacks a string or a text is not complete")
  func incomplete() async throws {
    let url = PackageFolder.root.appending(path: "content")
    var files = Fixture(name: "content", url: url).files().filter { !$0.key.hasPrefix("articles/") }
    let german = String(decoding: try #require(files["locales/de.yaml"]), as: UTF8.self)
    files["locales/de.yaml"] = Array(
      german.replacing("\n  until:", with: "\n# until:").replacing("\n  502:", with: "\n  599:").utf8)
    let folder = ContentFolder(name: "content", files: files.map { .init(path: $0.key, contents: .bytes($0.value)) })
    let languages = await SiteLoader(folder).coverage().languages
    let found = try #require(languages.first { $0.language == "de" })
    #expect(!found.isComplete && found.missingStrings == ["until"] && found.missingCommon == [502])
    #expect(found.shared == [502])
    #expect(languages.allSatisfy { $0.isComplete || $0.language == "de" })
  }

  @Test("has a page for every registered client and server error")
  func codes() {
    let registered = Array(400...417) + Array(421...426) + [428, 429, 431, 451] + Array(500...508) + [510, 511]
    let files = Fixture(name: "content", url: PackageFolder.root.appending(path: "content/errors")).files()
    #expect(registered.filter { files["\($0).md"] == nil } == [])
  }
}
