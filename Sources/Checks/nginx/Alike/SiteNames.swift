import Diagnostics
import ProxyConfig

/// Who else uses the names that a server's file defines.
struct SiteNames {
  /// How often each host name is claimed.
  private var claims: [String: Int] = [:]
  /// Hosts that something outside the compared files passes requests to.
  private var asked: Set<String> = []
  /// Named locations that are spoken of elsewhere.
  private var locations: Set<String> = []
  /// Something passes requests to a host that a variable names.
  private var isAnybodyAsked = false

  init(_ tree: ConfigTree, _ members: [SiteClasses.Member]) {
    let compared = Set(members.map(\.source.name))
    for member in members { for name in member.text.values(.serverName) { claims[name, default: 0] += 1 } }
    func visit(_ directives: [Directive]) {
      for directive in directives {
        for file in directive.included ?? [] where !compared.contains(file.source.name) { visit(file.directives) }
        if let block = directive.block { visit(block) }
        for word in directive.arguments where word.bytes.first == UInt8(ascii: "@") {
          locations.insert(word.bytes.from(1).string)
        }
        if directive.name == "server_name" {
          for word in directive.arguments { claim(word.bytes.lowercased.string) }
        } else if directive.name.hasSuffix("_pass"), let word = directive.argument(1)?.lowercased.string {
          if word.contains("$") { isAnybodyAsked = true }
          let rest = word.firstRange(of: "://").map { word[$0.upperBound...] } ?? word[...]
          asked.insert(String(rest.prefix { $0 != "/" && $0 != "?" }))
        }
      }
    }
    visit(tree.directives)
  }

  /// `.example.com` claims `example.com` as well.
  private mutating func claim(_ word: String) {
    claims[word.hasPrefix(".") ? String(word.dropFirst()) : word, default: 0] += 1
  }

  /// Those whose names are theirs alone.
  func own(_ members: [SiteClasses.Member]) -> [SiteClasses.Member] {
    guard !isAnybodyAsked else { return [] }
    return members.filter { member in
      member.text.values(.serverName).allSatisfy { claims[$0] == 1 }
        && member.text.values(.namedLocation).allSatisfy { !locations.contains($0) }
        && member.text.values(.upstream).allSatisfy { !asked.contains($0) }
    }
  }
}
