import Diagnostics
import ProxyConfig

/// Finds directives that the one before them takes for more of its own words.
struct MissingSemicolon: NginxRule {
  static let description = RuleDescription(
    id: "missing-semicolon", severity: .error, isAboutText: true,
    summary: "a directive is swallowed by the one before it",
    rationale: """
      A directive ends at its semicolon and not at the end of the line. Without it, one that takes any number of words \
      takes the next directive for more of them: nginx starts, and what the next one says is never done.
      """,
    failing: [
      .nginx(
        """
        server_name a.example
        ⟦proxy_intercept_errors⟧ on;
        error_page 404 /404.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /404.html { internal; root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        server_name
          a.example
          server
          index.example;
        index index.html
          index.htm;
        location / { root /srv/www; }
        """)
    ])

  /// Blocks whose lines are data, so that a word is no directive.
  private static let tables: Set<String> = ["map", "geo", "split_clients", "types", "charset_map"]

  func check(_ project: NginxProject, into report: inout Report) {
    var findings: [Diagnostic] = []
    project.tree.walk { directive, around in
      guard !Self.tables.contains(around.last?.name ?? ""), let index = Self.swallowed(in: directive) else { return }
      let (word, before) = (directive.words[index], directive.words[index - 1].place)
      findings.append(
        finding(
          "\(directive.name) takes \(word.value) for one of its own words", at: word.place,
          notes: ["nginx starts all the same, without the \(word.value) that is meant."],
          help: "end the line before with \";\"",
          fix: [.init(replace: before.source.place(before.range.upperBound..<before.range.upperBound), with: ";")]))
    }
    for finding in findings { report.add(finding) }
  }

  /// The first word that reads like a directive: it has a directive's name, begins a line, and more follows it there.
  private static func swallowed(in directive: Directive) -> Int? {
    guard directive.block == nil, NginxModel.isStock(directive.name), directive.words.count > 2 else { return nil }
    return directive.words.indices.dropFirst(2).first { index in
      let word = directive.words[index]
      guard !word.isQuoted, NginxModel.isStock(word.value) else { return false }
      guard begins(line: word, after: directive.words[index - 1]) else {
        // No host has such a name.
        return directive.name == "server_name" && word.value.contains("_")
      }
      // Words such as "server" or "index" may well be names of hosts or files; a directive's name has an underscore or
      // is followed by what it says.
      guard let next = directive.words.dropFirst(index + 1).first else { return word.value.contains("_") }
      return word.value.contains("_") || !begins(line: next, after: word)
    }
  }

  private static func begins(line word: Argument, after before: Argument) -> Bool {
    let (start, end) = (before.place.range.upperBound, word.place.range.lowerBound)
    guard before.place.source.name == word.place.source.name, start <= end else { return false }
    return word.place.source.bytes[start..<end].contains(0x0A)
  }
}
