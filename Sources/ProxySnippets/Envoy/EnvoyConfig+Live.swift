internal import Content

/// Pages whose small print Envoy fills in with its command operators.
///
/// A page of this kind is a format and not a body, so every other per cent sign in it is doubled. Envoy escapes nothing
/// that it puts in: the reference and the time are its own, and the host is only handed on by the Lua filter if it looks
/// like a name. `x-request-id` is left alone, because Envoy keeps one that came with the request unless it is at the edge.
extension EnvoyConfig {
  /// Microseconds and the connection's number: together they are one request's, and the access log has both.
  static let reference = "%START_TIME(%s%6f)%-%CONNECTION_ID%"
  private static let time = "%START_TIME(%Y-%m-%d %H:%M:%S)% UTC"
  private static let host = "%DYNAMIC_METADATA(interlude:host)%"

  /// The pages of the codes that the bootstrap file has, by their names in the folder of the configuration.
  var livePages: [(name: String, text: String)] {
    guard pack.isLive else { return [] }
    return pack.languages.flatMap { language in
      pack.outagePages.compactMap { page in
        pack.livePage(language, String(page.code)).map { ("\(Self.liveName(language, page))", Self.format($0)) }
      }
    }
  }

  /// Where a mapper finds the page's format; nil if there is only the finished page.
  func liveFile(_ language: String, _ page: Pack.Page) -> String? {
    guard pack.livePage(language, String(page.code)) != nil else { return nil }
    return "\(Pack.folder)/config/envoy/\(Self.liveName(language, page))"
  }

  private static func liveName(_ language: String, _ page: Pack.Page) -> String { "live/\(language)/\(page.code).html" }

  private static func format(_ page: LivePage) -> String {
    func doubled(_ text: String) -> String { text.replacing("%", with: "%%") }
    return doubled(page.before) + doubled(page.reference) + reference + doubled(page.end) + doubled(page.time) + time
      + doubled(page.betweenTimeAndHost) + host + doubled(page.after)
  }

  /// The beginning of the host's row in each language, and what ends it.
  var liveTable: [String] {
    let pages = pack.languages.compactMap { language in
      pack.outagePages.first.flatMap { pack.livePage(language, String($0.code)) }.map { (language, $0) }
    }
    guard let end = pages.first?.1.end else { return [] }
    return [
      "", "-- The row of the host, which is left out unless there is one that looks like a name.", "local rows = {",
    ]
      + pages.map { "  [\"\($0.0)\"] = \(LuaChoice.quoted($0.1.host))," } + [
        "}", "local row_end = \(LuaChoice.quoted(end))",
      ]
  }

  var liveHandler: [String] {
    guard pack.isLive else { return [] }
    return [
      "  local host = (headers:get(\":authority\") or \"\"):lower():match(\"^([%w.-]+):?%d*$\")",
      "  metadata:set(\"interlude\", \"host\", host and rows[language] and rows[language] .. host .. row_end or \"\")",
    ]
  }

  var liveComment: [String] {
    guard pack.isLive else { return [] }
    return [
      "#",
      "# Pages show a reference, the time and the host. Put the reference into the format of your access log, to find the",
      "# request again:",
      "#           \(Self.reference)",
    ]
  }
}
