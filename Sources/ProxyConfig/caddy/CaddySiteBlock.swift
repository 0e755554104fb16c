/// One block of a Caddyfile at the top level: global options, a site, or a named route (`ServerBlock`).
package struct CaddySiteBlock: Sendable {
  package internal(set) var keys: [CaddyToken] = []
  package internal(set) var hasBraces = false
  /// The directives, each a run of words with its nested block.
  package internal(set) var segments: [[CaddyToken]] = []
  package internal(set) var isNamedRoute = false

  var isEmpty: Bool { keys.isEmpty && segments.isEmpty }
}
