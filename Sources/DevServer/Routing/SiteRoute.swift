internal import Digests

/// The help site at `/`, as a host of static files would serve it.
struct SiteRoute: Sendable {
  let pages: any PageSource
  let injection: Injection
  /// The fields that the build wants each page sent with, from the file it writes for hosts.
  private let fields: [(String, String)]

  init(pages: any PageSource, injection: Injection) {
    self.pages = pages
    self.injection = injection
    let text = pages.file("site/_headers").map { String(decoding: $0, as: UTF8.self) } ?? ""
    fields = text.split(separator: "\n").drop { $0 != "/*" }.dropFirst().prefix { $0.hasPrefix(" ") }.compactMap {
      line in
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard parts.count == 2, parts[0] != "X-Content-Type-Options" else { return nil }
      let isPolicy = parts[0].lowercased() == "content-security-policy"
      return (String(parts[0]), isPolicy ? LivePolicy.allowing(String(parts[1])) : String(parts[1]))
    }
  }

  func answer(_ path: RequestPath, _ request: Request) -> Response {
    let file = "site/" + path.text + (path.isFolder ? "index.html" : "")
    if let bytes = pages.file(file), !Self.isForHosts(path.text) { return found(bytes, file, request) }
    if !path.isFolder, pages.file("site/\(path.text)/index.html") != nil {
      return Response(301, fields: [("Location", path.asFolder), ("Cache-Control", "no-store")])
    }
    return missing(path)
  }

  /// What a host reads and does not hand out.
  private static func isForHosts(_ path: String) -> Bool {
    path == "_headers" || path == "_redirects"
  }

  private func found(_ bytes: [UInt8], _ file: String, _ request: Request) -> Response {
    let type = MediaType.of(file)
    let isPage = type.hasPrefix("text/html")
    let body = isPage ? injection.page(bytes) : bytes
    var fields = [("Content-Type", type), ("Cache-Control", "no-cache")]
    if isPage { fields += self.fields }
    return Self.conditional(request, Response(200, fields: fields, body: body))
  }

  /// The site's own page for what is not there, in the language that the address begins with.
  private func missing(_ path: RequestPath) -> Response {
    let folder = path.text.prefix { $0 != "/" }
    for file in ["site/\(folder)/404.html", "site/404.html"] {
      guard let bytes = pages.file(file) else { continue }
      return Response(
        404,
        fields: [("Content-Type", MediaType.of(file)), ("Cache-Control", "no-store")] + fields,
        body: injection.page(bytes))
    }
    return .text(404, "There is no such page. The error pages are at /__errors/.")
  }

  /// The response with an entity tag, or 304 if the browser has these bytes already (RFC 9110, section 13.1.2).
  static func conditional(_ request: Request, _ response: Response) -> Response {
    guard case .bytes(let bytes) = response.body, response.status == 200 else { return response }
    let digest = Digest.sha256(bytes[...]).prefix(12).map { byte in
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
