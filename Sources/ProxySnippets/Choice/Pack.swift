internal import Content

/// What the generated configurations have to know about the pack of pages they serve.
struct Pack: Sendable {
  /// A status code with its reason phrase and the seconds for Retry-After.
  struct Page: Sendable {
    let code: Int
    let reason: String
    let retryAfter: Int?
  }

  let brand: String
  /// By ascending code.
  let pages: [Page]
  /// BCP 47 tags as the folders are named, the default language first.
  let languages: [String]
  /// The pack's own files by their path below it, such as `en/502.html`.
  var contents: [String: [UInt8]] = [:]
  /// Whether pages try again by themselves, and so want to be told the request's method.
  var retries = true
  /// Whether there are pages that proxies fill in as they send them, in `live/`.
  var isLive = false

  /// What tells a page, which cannot see it otherwise, that loading it again sends no form again: the page reads this
  /// field (Server Timing, section 4) as the browser's record of its own request. Only ever sent for GET.
  static let safeMethod = "method;desc=GET"

  var defaultLanguage: String { languages.first ?? "en" }

  /// The folder on the proxy's machine that the pack is copied to, as the comments suggest it.
  static let folder = "/var/www/error-pages"

  /// Codes that mean that the site cannot answer: replaced by default, whoever says so.
  static let outage: Set = [500, 502, 503, 504]

  /// Codes whose answer the client needs as it is: it asks for credentials, and clients that log in by themselves read
  /// its headers and body.
  static let authentication: Set = [401, 407]

  /// The page that a proxy fills in, by language and name; nil if the site has none.
  func livePage(_ language: String, _ name: String) -> LivePage? {
    isLive ? LivePage(contents["live/ssi/\(language)/\(name).html"]) : nil
  }

  /// Pages for everything but a login.
  var brandedPages: [Page] { pages.filter { !Self.authentication.contains($0.code) } }

  /// Pages for errors of single requests, which belong to the application unless the operator says otherwise.
  var optionalPages: [Page] { brandedPages.filter { !Self.outage.contains($0.code) } }

  var outagePages: [Page] { pages.filter { Self.outage.contains($0.code) } }

  /// Seconds for Retry-After with the codes they go with, ascending.
  var retryAfter: [(seconds: Int, codes: [Int])] {
    let codes = Dictionary(grouping: pages.filter { $0.retryAfter != nil }, by: { $0.retryAfter ?? 0 })
    return codes.map { ($0.key, $0.value.map(\.code)) }.sorted { $0.seconds < $1.seconds }
  }
}

extension Pack {
  init(_ site: Site, pages files: [OutputFile]) {
    brand = site.settings.name
    pages = site.errors.map { Page(code: $0.code, reason: $0.reason, retryAfter: $0.retryAfter) }
    languages = site.locales.map(\.language)
    retries = site.settings.automaticRetry
    isLive = site.settings.liveValues
    let prefix = "error-pages/"
    for file in files where file.path.hasPrefix(prefix) {
      contents[String(file.path.dropFirst(prefix.count))] = file.bytes
    }
  }
}
