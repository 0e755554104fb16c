import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds aliases whose folder lacks the slash that the path ends with.
struct AliasWithoutSlash: ApacheRule {
  static let description = RuleDescription(
    id: "alias-without-slash", severity: .error, isAboutText: true,
    summary: "the alias's path ends with a slash and its folder does not, so nothing in it is found",
    rationale: """
      The rest of the path is put behind the folder as it is: "Alias /errors/ /srv/errors" looks for /srv/errors503.html. \
      The page is missing, and visitors get httpd's own page, which adds that the error page failed.
      """,
    failing: [
      .apache(
        """
        Alias /errors/ ⟦/srv/pages/errors⟧
        ErrorDocument 503 /errors/503.html
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """)
    ],
    passing: [
      .apache(
        """
        Alias /errors/ /srv/pages/errors/
        Alias /icons /srv/icons
        Alias /robots.txt /srv/robots.txt
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """)
    ])

  /// Whether a path that is not there comes of such an alias.
  static func explains(_ path: String, in model: ApacheModel) -> Bool {
    model.servers.flatMap(\.aliasEntries).contains { entry in
      guard isBroken(entry), let target = entry.target?.string else { return false }
      return path.hasPrefix(target) && !path.hasPrefix(target + "/")
    }
  }

  private static func isBroken(_ entry: AliasEntry) -> Bool {
    let slash = UInt8(ascii: "/")
    return entry.pattern == nil && entry.prefix.last == slash && entry.prefix.count > 1 && entry.target?.last != slash
  }

  func check(_ project: ApacheProject, into report: inout Report) {
    for entry in project.model.servers.flatMap(\.aliasEntries) where Self.isBroken(entry) {
      guard let target = entry.target, let word = project.word(ending: entry.place) else { continue }
      report.add(
        finding(
          "\(entry.prefix.string)x is looked for at \(target.string)x", at: word, help: "write \(target.string)/",
          fix: [.init(replace: word.source.place(word.range.upperBound..<word.range.upperBound), with: "/")]))
    }
  }
}

extension ApacheProject {
  /// The last word of the directive at a place, without quotes.
  fileprivate func word(ending place: Place) -> Place? {
    func find(_ directives: [Directive]) -> Directive? {
      for directive in directives {
        if directive.place.isSame(as: place) { return directive }
        if let found = find((directive.block ?? []) + (directive.included?.flatMap(\.directives) ?? [])) {
          return found
        }
      }
      return nil
    }
    return find(tree.directives)?.words.last.flatMap { $0.quoting == .none ? $0.place : nil }
  }
}
