internal import Crypto

/// The help site at `/`, as a host of static files would serve it.
struct SiteRoute: Sendable {
  let pages: any PageSource
  let injection: Injection
  /// The content security policy that the site is meant to be hosted with.
  let policy: String

  func answer(_ path: RequestPath, _ request: Request) -> Response {
    let file = "site/" + path.text + (path.isFolder ? "index.html" : "")
    if let bytes = pages.file(file) { return found(bytes, file, request) }
    if !path.isFolder, pages.file("site/\(path.text)/index.html") != nil {
      return Response(301, fields: [("Location", path.asFolder), ("Cache-Control", "no-store")])
    }
    return missing(path)
  }

  private func found(_ bytes: [UInt8], _ file: String, _ request: Request) -> Response {
    let type = MediaType.of(file)
    let isPage = type.hasPrefix("text/html")
    let body = isPage ? injection.page(bytes) : bytes
    var fields = [("Content-Type", type), ("Cache-Control", "no-cache")]
    if isPage { fields.append(("Content-Security-Policy", LivePolicy.allowing(policy))) }
    return Self.conditional(request, Response(200, fields: fields, body: body))
  }

  /// The site's own page for what is not there, in the language that the address begins with.
  private func missing(_ path: RequestPath) -> Response {
    let folder = path.text.prefix { $0 != "/" }
    for file in ["site/\(folder)/404.html", "site/404.html"] {
      guard let bytes = pages.file(file) else { continue }
      return Response(
        404,
        fields: [
          ("Content-Type", MediaType.of(file)), ("Cache-Control", "no-store"),
          ("Content-Security-Policy", LivePolicy.allowing(policy)),
        ], body: injection.page(bytes))
    }
    return .text(404, "There is no such page. The error pages are at /__errors/.")
  }

  /// The response with an entity tag, or 304 if the browser has these bytes already (RFC 9110, section 13.1.2).
  static func conditional(_ request: Request, _ response: Response) -> Response {
    guard case .bytes(let bytes) = response.body, response.status == 200 else { return response }
    let digest = SHA256.hash(data: bytes).prefix(12).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    let tag = "\"" + digest.joined() + "\""
    var response = response
    response.fields.append((name: "ETag", value: tag))
    let known = (request.list("if-none-match") ?? "").split(separator: ",").map { candidate in
      let trimmed = candidate.drop { $0 == " " }.prefix { $0 != " " }
      return trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed
    }
    if known.contains(tag[...]) || known.contains("*") {
      response.status = 304
      response.reason = "Not Modified"
      response.fields.removeAll { $0.name == "Content-Type" }
      response.body = .bytes([])
    }
    return response
  }
}
