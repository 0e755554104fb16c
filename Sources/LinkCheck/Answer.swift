/// What came of asking for an address.
public enum Answer: Sendable, Hashable {
  /// The code of the last answer. `moved` is where all redirects led, if every one of them was for good (301 or 308);
  /// `retryAfter` is how many seconds the server asked for.
  case status(Int, moved: String? = nil, retryAfter: Int? = nil)
  /// No answer, and what curl says of it.
  case failure(Failure, String)
  /// There is no curl to ask with.
  case noCurl

  public enum Failure: Sendable, Hashable {
    case unknownHost, noConnection, timeout, certificate, endlessRedirects, badAddress, other

    /// By curl's exit code (curl(1)).
    init(exitCode: Int32) {
      switch exitCode {
      case 1, 3: self = .badAddress
      case 6: self = .unknownHost
      case 7, 52, 55, 56: self = .noConnection
      case 28: self = .timeout
      case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91: self = .certificate
      case 47: self = .endlessRedirects
      default: self = .other
      }
    }
  }

  public var isGood: Bool { if case .status(200..<300, _, _) = self { true } else { false } }

  /// Whether the same question may be answered otherwise in a moment.
  var isPassing: Bool {
    switch self {
    case .status(429, _, _), .status(500...599, _, _): true
    case .failure(let failure, _): failure == .noConnection || failure == .timeout
    default: false
    }
  }

  /// Whether a server may have refused the method and not the page.
  var isOfMethod: Bool { if case .status(let code, _, _) = self { code >= 400 && code != 429 } else { false } }

  /// Reads the heads of all answers as `curl --dump-header -` prints them, with the last address in the last line.
  init(heads text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var codes: [Int] = []
    var retryAfter: Int?
    for line in lines.dropLast() {
      if line.hasPrefix("HTTP/") {
        let code = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        // 100 to 199 announce an answer (RFC 9110, section 15.2).
        if code >= 200 { codes.append(code) }
        retryAfter = nil
      } else if line.lowercased().hasPrefix("retry-after:") {
        retryAfter = Int(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " })
      }
    }
    let isForGood = codes.count > 1 && codes.dropLast().allSatisfy { $0 == 301 || $0 == 308 }
    self = .status(codes.last ?? 0, moved: isForGood ? lines.last.map(String.init) : nil, retryAfter: retryAfter)
  }
}
