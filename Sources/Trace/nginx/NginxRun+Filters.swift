import ProxyConfig

/// Filters that change an answer's text on its way out. Of such an answer no part can be had.
extension NginxRun {
  /// Whether a file of this size goes out with another text than it has on disk, as far as `Range` is concerned.
  func changesText(ofSize size: Int) throws(Undecided) -> Bool {
    let type = typeByExtension()
    func applies(_ types: String) -> Bool {
      let listed = model.settings(types, in: scope).flatMap { $0.arguments.map(\.value) }
      // HTML is among the types whatever else is listed (`ngx_http_types_slot`).
      return type == "text/html" || listed.contains("*") || listed.contains(type)
    }
    if size > 0, model.flag(.ssi, in: scope), applies("ssi_types") { return true }
    if size > 0, model.setting(.subFilter, in: scope) != nil, applies("sub_filter_types") { return true }
    let additions = [NginxSetting.addBeforeBody, .addAfterBody].compactMap { model.value($0, in: scope) }
    if additions.contains(where: { !$0.isEmpty }), applies("addition_types") { return true }
    let least = model.value(.gzipMinLength, in: scope).flatMap(NginxSize.bytes) ?? 20
    guard model.flag(.gzip, in: scope), size >= least, applies("gzip_types") else { return false }
    return try acceptsGzip()
  }

  /// `ngx_http_gzip_ok`: the visitor takes gzip, and no proxy in front forbids it.
  func acceptsGzip() throws(Undecided) -> Bool {
    if isSubrequest { return false }
    switch builtin("http_accept_encoding") {
    case .text(let accepted): guard Self.listsGzip(Array(accepted.lowercased)) else { return false }
    case .unknown(let reason): if decider.choose(2, because: reason) == 0 { return false }
    }
    guard header("via") != nil else { return true }
    switch model.value(.gzipProxied, in: scope)?.lowercased {
    case nil, "off": return false
    case "any": return true
    default: throw Undecided(reason: "whether the answer is compressed for the proxy in front")
    }
  }

  /// `ngx_http_gzip_accept_encoding`: the word stands by itself, and not with `q=0`.
  private static func listsGzip(_ text: [UInt8]) -> Bool {
    let word = Array("gzip".utf8)
    guard
      let start = text.indices.first(where: {
        text[$0...].starts(with: word) && ($0 == 0 || text[$0 - 1] == 0x2C || text[$0 - 1] == 0x20)
      })
    else { return false }
    let rest = text[(start + 4)...].filter { $0 != 0x20 }
    guard let next = rest.first, next != UInt8(ascii: ",") else { return true }
    guard next == UInt8(ascii: ";") else { return false }
    let quality = rest.dropFirst().prefix { $0 != UInt8(ascii: ",") }
    if quality.isEmpty { return true }
    guard quality.starts(with: Array("q=".utf8)) else { return false }
    return quality.dropFirst(2).contains { $0 >= 0x31 && $0 <= 0x39 }
  }
}
