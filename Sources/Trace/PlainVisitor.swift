/// What `check` takes for granted of whoever asks, and `trace --plain-visitor` as well.
extension TraceRequest {
  /// An address set aside for documentation (RFC 5737): somebody on the internet.
  public static let outsideAddress = "203.0.113.7"

  /// What a browser sends besides `Host`.
  public static let browserHeaders: [Header] = [
    .init("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"),
    .init("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"), .init("Accept-Language", "en"),
    .init("Accept-Encoding", "gzip, deflate, br"),
  ]

  /// Makes the request that of a browser somewhere on the internet, whose passwords and certificate are right where it is
  /// asked for them; what the request says itself stays. Caches count as empty, and modules nobody here knows let it pass.
  public mutating func becomePlainVisitor() {
    let known = Set(headers.map { $0.name.lowercased() })
    headers += Self.browserHeaders.filter { !known.contains($0.name.lowercased()) }
    headersAreComplete = true
    if client == nil { client = Self.outsideAddress }
    hasRightPassword = true
    certificate = .good
    takesForGranted = true
  }
}
