/// A page that proxies fill in, taken apart at its server-side includes, for proxies that cannot run them.
struct LivePage {
  /// The page up to the rows, and from behind them.
  let before: String
  let after: String
  /// What comes before the reference, the time and the host, each with the row's beginning.
  let reference: String
  let time: String
  let host: String
  /// What closes each row.
  let end: String
  /// What stands between the time and the host's row, the end of the time's own row with it.
  let betweenTimeAndHost: String

  static let referenceMark = "<!--#echo var=\"unique_id\" -->"
  static let timeMark = "<!--#config timefmt=\"%Y-%m-%d %H:%M:%S\" --><!--#echo var=\"date_gmt\" --> UTC"
  static let hostMark = "<!--#echo var=\"interlude_host\" -->"
  static let ifReference = "<!--#if expr=\"$unique_id\" -->"
  static let ifHost = "<!--#if expr=\"$interlude_host\" -->"
  static let endif = "<!--#endif -->"

  /// Nil for a page without all three rows, such as one of a template of the site's own.
  init?(_ bytes: [UInt8]?) {
    guard let bytes else { return nil }
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    func next(_ mark: String) -> String? {
      guard let range = rest.firstRange(of: mark) else { return nil }
      defer { rest = rest[range.upperBound...] }
      return String(rest[..<range.lowerBound])
    }
    guard let before = next(Self.ifReference), let reference = next(Self.referenceMark), let end = next(Self.endif),
      let time = next(Self.timeMark), let between = next(Self.ifHost), let host = next(Self.hostMark),
      next(Self.endif) != nil
    else { return nil }
    (self.before, self.reference, self.end, self.time, self.host) = (before, reference, end, time, host)
    betweenTimeAndHost = between
    after = String(rest)
  }
}
