/// What the upstream does with a request, named by a part of the request's path; 404 if none is.
enum Behaviour: String, CaseIterable, Sendable {
  /// Nobody listens on the port.
  case refused
  /// The connection is taken and nothing is ever sent.
  case hanging
  /// The connection is closed before the first byte of an answer, in good order or with a reset.
  case closed, reset
  /// The connection is closed in the middle of the header.
  case halfHeader = "half-header"
  /// A header of 64,000 bytes, which is more than nginx and HAProxy take.
  case bigHeader = "big-header"
  /// Bytes that are not HTTP.
  case garbage
  /// The upstream itself answers, with a body of its own.
  case own401 = "own-401", own404 = "own-404", own500 = "own-500", own502 = "own-502", own503 = "own-503", own504 =
    "own-504"
  /// All is well.
  case healthy

  /// The status of the upstream's own answer.
  var ownStatus: Int? {
    switch self {
    case .own401: 401
    case .own404: 404
    case .own500: 500
    case .own502: 502
    case .own503: 503
    case .own504: 504
    case .healthy: 200
    default: nil
    }
  }
}
