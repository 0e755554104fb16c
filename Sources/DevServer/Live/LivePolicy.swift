/// A content security policy (CSP 3) with as much added as the reloading script needs: itself, and the events it listens to.
enum LivePolicy {
  static func allowing(_ policy: String) -> String {
    var directives = policy.split(separator: ";").map { $0.split(separator: " ").map(String.init) }.filter {
      !$0.isEmpty
    }
    for name in ["script-src", "connect-src"] {
      if let index = directives.firstIndex(where: { $0[0].lowercased() == name }) {
        directives[index] = adding(directives[index])
      } else if let fallback = directives.first(where: { $0[0].lowercased() == "default-src" }) {
        // Without a directive of its own the fallback's sources hold, and they must go on to.
        directives.append(adding([name] + fallback.dropFirst()))
      }
    }
    return directives.map { $0.joined(separator: " ") }.joined(separator: "; ")
  }

  private static func adding(_ directive: [String]) -> [String] {
    let sources = directive.dropFirst().filter { $0.lowercased() != "'none'" }
    return [directive[0]] + sources + (sources.contains("'self'") ? [] : ["'self'"])
  }
}
