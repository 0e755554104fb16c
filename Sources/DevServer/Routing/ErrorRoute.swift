internal import Escaping
internal import ProxySnippets

/// The error pages at `/__errors/`, each with the status, the fields and the choice of language and format that the
/// generated configuration of a proxy gives it.
///
/// `/__errors/502` chooses by Accept-Language and Accept; `/__errors/de/502` fixes the language, `/__errors/502.json` the
/// format. `?status=200` is for the codes that browsers keep for themselves.
struct ErrorRoute: Sendable {
  static let prefix = "__errors/"

  let pack: ErrorPack
  let injection: Injection

  /// - Parameter path: what stands behind the prefix.
  func answer(_ path: Substring, _ whole: RequestPath, _ request: Request) -> Response {
    if path.isEmpty { return ErrorIndex(pack: pack, injection: injection).response }
    guard let wanted = Wanted(path), pack.codes.contains(wanted.code) else {
      return .text(404, "There is no such error page. /__errors/ lists all of them.")
    }
    let negotiation = Negotiation(languages: pack.languages)
    let language = wanted.language ?? negotiation.language(request.list("accept-language") ?? "")
    let format = wanted.format ?? negotiation.format(request.list("accept") ?? "")
    guard let type = Negotiation.contentTypes[format],
      let bytes = pack.pages.file("error-pages/\(language)/\(wanted.code).\(format)"),
      let head = pack.head(language, wanted.code)
    else { return .text(404, "The pack has no \(format) page for \(wanted.code) in this language.") }
    var fields: [(String, String)] = [("Content-Type", type)]
    for name in ["Content-Language", "Cache-Control", "X-Robots-Tag", "Retry-After"] {
      if let value = head.fields.first(where: { $0.name == name })?.value { fields.append((name, value)) }
    }
    fields.append(("Vary", "Accept, Accept-Language"))
    let isShown = whole.parameter("status") == "200"
    return Response(
      isShown ? 200 : wanted.code, isShown ? "OK" : head.reason, fields: fields,
      body: format == "html" ? injection.page(bytes) : bytes)
  }

  /// `502`, `502.json`, `de/502` or `de/502.json`.
  private struct Wanted {
    let language: String?
    let code: Int
    let format: String?

    init?(_ path: Substring) {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard let file = parts.last, parts.count <= 2 else { return nil }
      let names = file.split(separator: ".", omittingEmptySubsequences: false)
      guard let code = Int(names[0]), names[0].count == 3, names.count <= 2 else { return nil }
      language = parts.count == 2 ? String(parts[0]) : nil
      self.code = code
      format = names.count == 2 ? String(names[1]) : nil
    }
  }
}
