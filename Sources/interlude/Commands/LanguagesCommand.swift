internal import ArgumentParser
internal import Building
internal import Content
internal import Diagnostics
internal import Escaping
internal import Foundation
internal import Publish

/// `interlude languages`: which language has which texts of its own.
struct LanguagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "languages", abstract: "Show which texts each language has.",
    discussion: """
      Every file in content/locales/, and every language that comes with the program, counts, whether or not site.yaml offers its language. A language is complete when it
      has all strings of the error pages, a text for every code, and texts of its own for the 25 codes met most often.
      Exit status 1 says that one is not.
      """)

  @Option(help: ArgumentHelp("The folder that holds content/.", valueName: "dir"))
  var source = "."

  @Option(help: "How the table is written: text or json.")
  var format: Format = .text

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  func run() async throws {
    var report = Report()
    let snapshot = await SourceFolder.snapshot(
      of: source, now: 0, jobs: ProcessInfo.processInfo.activeProcessorCount, into: &report)
    let (codes, languages, problems) = await SiteLoader(
      snapshot.content.layered(over: BuiltInContent.folder)
    ).coverage()
    report.add(problems)
    guard !report.hasErrors, !languages.isEmpty else {
      Console.error(report.rendered(.text, color: false, tool: Interlude.tool))
      if languages.isEmpty { Console.error("error: there is no file in \(source)/content/locales") }
      throw ExitStatus.usage.error
    }
    let table = CoverageTable(codes: codes, languages: languages)
    Console.print(format == .json ? table.json.serialized(.indented) : table.text)
    guard languages.allSatisfy(\.isComplete) else { throw ExitStatus.findings.error }
  }
}

/// The coverage of all languages as a person or a program reads it.
struct CoverageTable {
  let codes: [Int]
  let languages: [LanguageCoverage]

  /// One line per language, then one per code.
  var text: String {
    let width = (languages.map(\.language.count).max() ?? 0) + 2
    let page = LocaleKeys.page.fields.count
    let site = LocaleKeys.site.fields.count
    let common = LanguageCoverage.common.filter(codes.contains)
    var lines = [Self.pad("", width) + "strings  own texts  of \(common.count) met most  help site  search"]
    for language in languages {
      let strings = "\(page - language.missingStrings.count)/\(page)"
      let own = "\(language.own.count)/\(codes.count)"
      let met = "\(common.count - language.missingCommon.count)"
      let offered = language.siteStrings == 0 ? "–" : "\(language.siteStrings)/\(site)"
      lines.append(
        Self.pad(language.language, width) + Self.pad(strings, 9) + Self.pad(own, 11)
          + Self.pad(met, "of \(common.count) met most  ".count) + Self.pad(offered, 11)
          + (language.hasSearch ? "own" : "English") + (language.isComplete ? "" : "  incomplete"))
    }
    lines += ["", "Texts by code: # its own, + its class's, - none."]
    lines.append(Self.pad("", 5) + languages.map(\.language).joined(separator: " "))
    for code in codes {
      let marks = languages.map { Self.pad(Self.mark($0, code), $0.language.count) }
      lines.append((Self.pad(String(code), 5) + marks.joined(separator: " ")).trimmedEnd)
    }
    return lines.map(\.trimmedEnd).joined(separator: "\n")
  }

  var json: JSON {
    [
      "codes": .array(codes.map { .int($0) }),
      "common": .array(LanguageCoverage.common.map { .int($0) }),
      "languages": .array(
        languages.map { language in
          [
            "language": .string(language.language), "name": .string(language.name),
            "complete": .bool(language.isComplete), "own": .array(language.own.map { .int($0) }),
            "shared": .array(language.shared.map { .int($0) }), "absent": .array(language.absent.map { .int($0) }),
            "missingStrings": .array(language.missingStrings.map { .string($0) }),
            "siteStrings": .int(language.siteStrings), "search": .bool(language.hasSearch),
          ]
        }),
    ]
  }

  private static func mark(_ language: LanguageCoverage, _ code: Int) -> String {
    language.own.contains(code) ? "#" : language.shared.contains(code) ? "+" : "-"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
