internal import ArgumentParser
internal import Checks
internal import Diagnostics
internal import Proxies

/// `interlude rules`: what `check` looks for, and why.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List what 'check' looks for, or explain one rule.")

  @Argument(help: "A rule's id, such as missing-file.")
  var id: String?

  func run() throws {
    guard let id else { return Console.print(RuleCatalogue(ProxyList.rules).list) }
    guard let rule = ProxyList.rules.description(of: id) else {
      let near =
        NearestName.of(id, among: ProxyList.rules.map { $0.description.id }).map { "; did you mean \($0)?" }
        ?? "; 'interlude rules' lists them."
      throw ValidationError("there is no rule called \(id)\(near)")
    }
    Console.print(rule.text)
  }
}
