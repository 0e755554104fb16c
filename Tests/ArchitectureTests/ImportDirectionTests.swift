import Foundation
import TestSupport
import Testing

/// Data flows one way: a target imports only targets that stand above it in this list.
@Suite("Imports keep their direction")
struct ImportDirectionTests {
  /// Every target with the ones it may import. A target that is missing here fails the test.
  static let allowed: [String: Set<String>] = [
    "CArena": [],
    "CCommonMark": [],
    "CDisk": [],
    "CCrypto": [],
    "Digests": ["CCrypto"],
    "Escaping": [],
    "Multicore": [],
    "Diagnostics": ["Multicore", "Packing", "Escaping"],
    "Markdown": ["CArena", "CCommonMark", "Packing", "Escaping", "Diagnostics"],
    "CYaml": [],
    "Content": ["CYaml", "Packing", "Escaping", "Diagnostics", "Markdown"],
    "Theme": ["Digests", "Escaping", "Diagnostics", "Content"],
    "CZlib": [],
    "ErrorPages": ["CZlib", "Escaping", "Diagnostics", "Content", "Theme"],
    "HelpSite": ["CZlib", "Packing", "Escaping", "Diagnostics", "Markdown", "Content", "Theme"],
    "Gallery": ["Escaping", "Diagnostics", "Content", "Theme", "ErrorPages"],
    "CStemmer": [],
    "Search": ["CStemmer", "Packing", "Escaping", "Diagnostics", "Markdown", "Content", "Theme"],
    "ProxySnippets": ["Escaping", "Diagnostics", "Content"],
    "Packing": [],
    "Publish": ["CDisk", "Packing", "Diagnostics", "Content"],
    "DevServer": ["Digests", "Escaping", "Diagnostics", "Content", "ProxySnippets", "Publish"],
    "ProxyConfig": ["Multicore", "Escaping", "Diagnostics"],
    "Trace": ["Digests", "Escaping", "Diagnostics", "ProxyConfig"],
    "Checks": ["Multicore", "Escaping", "Diagnostics", "ProxyConfig", "Trace"],
    "HAProxy": ["Diagnostics", "ProxyConfig", "Trace", "Checks"],
    "Apache": ["Diagnostics", "ProxyConfig", "Trace", "Checks"],
    "Proxies": ["ProxyConfig", "Checks", "HAProxy", "Apache"],
    "Survey": ["Multicore", "Escaping", "Diagnostics", "ProxyConfig", "Trace"],
    "Migration": ["Diagnostics", "Content"],
    "Expectations": ["Escaping", "Diagnostics", "Content", "ProxyConfig", "Trace", "Checks", "Proxies"],
    "CSandbox": [],
    "Rehearsal": ["CSandbox", "Escaping", "Diagnostics", "ProxyConfig", "Trace", "Checks", "Expectations"],
    "LogInput": ["CZlib"],
    "CSkim": [],
    "Explain": ["CSkim", "Escaping", "Diagnostics", "Content"],
    "LogPipelines": ["Escaping", "Content"],
    "LinkCheck": ["Diagnostics", "Markdown", "Content"],
    "Starter": [],
    "Building": [
      "Packing", "Diagnostics", "Content", "Theme", "ErrorPages", "HelpSite", "Gallery", "Search", "ProxySnippets",
      "Publish", "DevServer", "Starter",
    ],
    "embed": [],
    "bench": [
      "CCommonMark", "Diagnostics", "Content", "Theme", "ErrorPages", "HelpSite", "Search", "Publish", "ProxyConfig",
      "Checks", "Proxies", "Explain", "Starter",
    ],
  ]

  static let targets: [String] = {
    let sources = PackageFolder.root.appending(path: "Sources")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }()

  @Test("every target imports only what stands above it", arguments: targets)
  func target(_ name: String) throws {
    let ours = Set(Self.targets)
    for file in Self.files(of: name) {
      let imports = Self.imports(in: try String(contentsOf: file, encoding: .utf8)).intersection(ours)
      if name == "interlude" { continue }
      let allowed = try #require(Self.allowed[name], "the target \(name) is not in the list")
      #expect(
        imports.subtracting(allowed).isEmpty,
        "\(file.lastPathComponent) imports \(imports.subtracting(allowed).sorted())")
    }
  }

  @Test("only one target touches libcmark, and only one the system's files")
  func singleRooms() throws {
    // The benchmarks measure libcmark alone, as a floor.
    for name in Self.targets where name != "Markdown" && name != "bench" {
      for file in Self.files(of: name) {
        #expect(
          !Self.imports(in: try String(contentsOf: file, encoding: .utf8)).contains("CCommonMark"), "\(file.path)")
      }
    }
  }

  /// Nothing below the executable prints, exits or reads the clock.
  @Test("nothing below the executable prints, exits or reads the clock", arguments: targets)
  func quiet(_ name: String) throws {
    guard !["interlude", "embed", "bench"].contains(name) else { return }
    let forbidden = ["print(", "exit(", "Date()", "ContinuousClock", "fatalError(", "try!", "preconditionFailure("]
    for file in Self.files(of: name) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let code = line.prefix { $0 != "\"" }
        guard !code.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
        for word in forbidden where Self.contains(code, word) && !text.contains("func \(word)") {
          Issue.record("\(file.lastPathComponent):\(number + 1) says \(word)")
        }
      }
    }
  }

  private static func contains(_ code: Substring, _ word: String) -> Bool {
    guard let range = code.range(of: word) else { return false }
    guard range.lowerBound > code.startIndex else { return true }
    let before = code[code.index(before: range.lowerBound)]
    return !before.isLetter && before != "." && before != "_"
  }

  private static func files(of target: String) -> [URL] {
    let root = PackageFolder.root.appending(path: "Sources/\(target)")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().map { root.appending(path: $0) }
  }

  private static func imports(in text: String) -> Set<String> {
    var names: Set<String> = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 2, index + 1 < words.count,
        words[..<index].allSatisfy({
          ["public", "internal", "package", "private", "fileprivate", "@testable", "@_exported", "@preconcurrency"]
            .contains($0)
        })
      else { continue }
      let module = words[index + 1] == "struct" || words[index + 1] == "func" ? words[index + 2] : words[index + 1]
      names.insert(String(module.prefix { $0 != "." }))
    }
    return names
  }
}
