import Diagnostics
import ProxyConfig

/// What stays the same during one trace.
final class NginxTraceInput: Sendable {
  let machine: NginxSite
  let request: Request
  /// Of these only what does not fail counts: failures are the run's.
  let circumstances: Circumstances
  let assumptions: Assumptions
  /// The request's headers, their names in small letters.
  let headers: [Request.Header]

  init(_ machine: NginxSite, _ question: Question) {
    self.machine = machine
    (request, circumstances, assumptions) = (question.request, question.circumstances, question.assumptions)
    headers = request.headers.map { .init($0.name.lowercased(), $0.value) }
  }
}

/// What stays the same for all traces of a configuration.
final class NginxSite: Sendable {
  let model: NginxModel
  /// For every scope what is in effect there.
  let facts: [NginxScopeFacts]
  let files: any FileView
  /// Where relative paths start (`nginx -p`), with a slash at the end.
  let prefix: String
  /// Steps are told in words and remarks are kept.
  let tellsStory: Bool
  /// What was found at paths, when it can be taken to stay so.
  let looks: NginxOpenCache?
  /// Hosts that need no resolver; see ``NginxRun/namedPeers(_:)``.
  let namedPeers: Set<String>

  init(_ model: NginxModel, _ facts: [NginxScopeFacts], files: any FileView, prefix: String, eventsOnly: Bool) {
    self.model = model
    self.facts = facts
    self.files = files
    self.prefix = prefix
    tellsStory = !eventsOnly
    namedPeers = NginxRun.namedPeers(model)
    looks = eventsOnly ? NginxOpenCache() : nil
  }
}

/// Something the answer depends on that neither the configuration nor the request tells.
struct Undecided: Error, Sendable {
  let reason: String
}

/// Values of variables that last for the whole request, subrequests included.
final class NginxVariables {
  enum Value {
    case text(ByteText)
    case unknown(String)
  }

  /// What `set`, named groups and maps have left behind.
  var kept: [String: Value] = [:]
  /// How often peers have failed.
  var failures: [Peer: Int] = [:]

  /// One peer of a group.
  struct Peer: Hashable {
    let peer: Int
    let group: [String]
  }

  /// An upstream was asked, so that what came out may depend on how it fails.
  var hasAskedUpstream = false
  /// Seconds that silent upstreams have taken.
  var waited = 0.0

  init() {}

  init(copying other: NginxVariables) {
    (kept, failures, hasAskedUpstream) = (other.kept, other.failures, other.hasAskedUpstream)
    waited = other.waited
  }
}
