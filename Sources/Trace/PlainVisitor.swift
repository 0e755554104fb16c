public import ProxyConfig

/// What `check` takes for granted of whoever asks, and `trace --plain-visitor` as well.
extension Question {
  /// A request as a browser somewhere on the internet sends it, whose passwords and certificate are right where it is asked
  /// for them; what the request says itself stays. Caches are empty, and modules nobody here knows let it pass.
  public static func plainVisitor(_ request: Request, variables: [String: ByteText] = [:]) -> Question {
    var request = request
    let known = Set(request.headers.map { $0.name.lowercased() })
    request.headers += Request.browserHeaders.filter { !known.contains($0.name.lowercased()) }
    request.headersAreComplete = true
    if request.client == nil { request.client = Request.outsideAddress }
    request.certificate = .good
    return Question(
      request, Circumstances(hasRightPassword: true, variables: variables, cache: .empty),
      assuming: Assumptions(modulesLetPass: true))
  }
}

extension Request {
  /// An address set aside for documentation (RFC 5737): somebody on the internet.
  public static let outsideAddress = "203.0.113.7"

  /// What a browser sends besides `Host`.
  public static let browserHeaders: [Header] = [
    .init("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"),
    .init("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"), .init("Accept-Language", "en"),
    .init("Accept-Encoding", "gzip, deflate, br"),
  ]
}
