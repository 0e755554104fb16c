import Diagnostics
import ProxyConfig

/// Lines about servers in a frontend, and lines about visitors in a backend.
extension ProxyLineReader {
  func checkCapability(of line: Directive, _ builder: inout ModelBuilder) throws(Refusal) {
    guard !isDefaults, section.isFrontend != section.isBackend else { return }
    // `no option …` is judged like `option …`.
    let words = (line.name == "no" ? line.words.dropFirst() : line.words[...]).map(\.value)
    guard let first = words.first else { return }
    let name = ["option", "timeout"].contains(first) ? words.prefix(2).joined(separator: " ") : first
    let (kind, place) = section.isFrontend ? ("frontend", "backend") : ("backend", "frontend")
    let (refused, ignored) =
      section.isFrontend
      ? (Keywords.refusedInFrontends, Keywords.ignoredInFrontends)
      : (Keywords.refusedInBackends, Keywords.ignoredInBackends)
    let help = "move the line into the \(place)"
    if refused.contains(name) { throw Refusal("\(name) cannot stand in a \(kind)", help: help) }
    if ignored.contains(name) { builder.warn("HAProxy ignores \(name) in a \(kind)", at: line.place, help: help) }
  }
}
