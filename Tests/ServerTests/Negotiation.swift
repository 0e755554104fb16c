import Testing

/// Every proxy chooses the same language and format for the same request, each in its own way.
enum Negotiation {
  /// Values of Accept-Language where there are pages in English, German and Arabic.
  private static let languages = [
    ("de;q=0.5, ar;q=0.9", "ar"), ("de;q=0, en;q=0.1", "en"), ("fr, de;q=0.05", "de"), ("AR-eg", "ar"), ("fr", "en"),
    ("den", "en"), ("en;q=0.7,de;q=0.7", "en"), ("*", "en"), ("de;q=1.0 ,en", "de"), ("de-CH-1901, en;q=0.9", "de"),
    ("en-US,en;q=0.9,de;q=0.8", "en"), ("de;q=0.000", "en"),
  ]

  private static let formats = [
    ("application/json, text/plain, */*", "json"), ("text/html;q=0, application/json;q=0.3", "json"),
    ("application/json;q=0.5, text/html", "html"), ("application/vnd.api+json; ext=\"x\"", "json"),
    ("application/soap+xml", "xml"), ("image/webp,*/*", "txt"), ("application/xhtml+xml", "html"),
    ("TEXT/HTML", "html"), ("text/plain", "txt"), ("application/json; charset=utf-8", "json"),
  ]

  static func expectAgreement(port: UInt16, pages: PageExpectation) async throws {
    for (header, language) in languages {
      try await expect(language, "html", ["Accept": "text/html", "Accept-Language": header], port, pages)
    }
    for (header, format) in formats {
      try await expect("en", format, ["Accept": header], port, pages)
    }
  }

  private static func expect(
    _ language: String, _ format: String, _ headers: [String: String], _ port: UInt16, _ pages: PageExpectation
  ) async throws {
    let answer = try await Exchange.make("GET", "/own-503", port: port, headers: headers)
    #expect(answer.body == pages.body(503, language: language, format: format), "\(headers)")
    #expect(answer.value("content-language") == language, "\(headers)")
  }
}
