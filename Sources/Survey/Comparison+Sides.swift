import Trace

extension Comparison.Side {
  func differs(from other: Self) -> Bool {
    outcome.status != other.outcome.status || outcome.location != other.outcome.location || upstream != other.upstream
      || !outcome.body.isSame(as: other.outcome.body)
  }
}

extension Comparison.Side {
  /// The same question where the sides are of different kinds.
  func differsInKind(from other: Self, asked request: Request) -> Bool {
    guard outcome.status == other.outcome.status, outcome.target(of: request) == other.outcome.target(of: request)
    else {
      return true
    }
    // The answer to a HEAD has no body, whichever it would have been.
    if request.method == "HEAD" { return false }
    if case .file = outcome.body, case .file = other.outcome.body { return false }
    let isSameBody = outcome.isBare && other.outcome.isBare || outcome.body.isSame(as: other.outcome.body)
    return upstream != other.upstream || !isSameBody
  }
}

extension Outcome {
  /// Where a redirect leads, from the address that was asked for.
  fileprivate func target(of request: Request) -> String? {
    guard let location, location.hasPrefix("/"), !location.hasPrefix("//") else { return location }
    let isUsual = request.port == (request.scheme == .http ? 80 : 443)
    let host = request.header("Host") ?? request.host
    return "\(request.scheme.rawValue)://\(host)\(isUsual ? "" : ":\(request.port)")\(location)"
  }
}

extension String {
  /// An upstream's address, whatever a proxy's way to write it: without a scheme, with its port.
  var asAddress: String {
    let isTLS = hasPrefix("https://")
    var text = self
    for scheme in ["http://", "https://", "h2c://"] where text.hasPrefix(scheme) { text.removeFirst(scheme.utf8.count) }
    if text.hasPrefix("localhost") { text = "127.0.0.1" + text.dropFirst(9) }
    if text.hasPrefix("/") || text.hasPrefix("unix:") { return text }
    let hasPort = text.split(separator: "]").last?.contains(":") == true
    return hasPort ? text : text + (isTLS ? ":443" : ":80")
  }
}

extension Outcome.Body {
  /// The same to a visitor; what words of its own a redirect has nobody sees.
  fileprivate func isSame(as other: Outcome.Body) -> Bool {
    switch (self, other) {
    case (.redirect, .redirect), (.redirect, .builtin), (.builtin, .redirect): true
    default: self == other
    }
  }
}
