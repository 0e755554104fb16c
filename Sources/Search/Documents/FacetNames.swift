internal import Content

/// What readers see of the values that results can be filtered by.
struct FacetNames: Sendable {
  /// By the folder below `articles/`; `codes` for the codes.
  var topics: [String: String] = [:]
  /// In the order of `ErrorDefinition.Reader.allCases`.
  var audiences = ErrorDefinition.Reader.allCases.map(\.rawValue)
  /// The proxies that pages can be filtered by: as many as one digit has bits for.
  static let proxies = ProxyName.allCases.prefix(6)

  init() {}

  /// A topic is called what its own page is called.
  init(_ documents: [SearchDocument], locale: Locale) {
    for document in documents where !document.isArticle {
      if let topic = Self.topic(of: document) { topics[topic] = document.title }
    }
    topics["codes"] = locale.site["codes"]
    let strings = ["audienceVisitor", "audienceOwner", "audienceDeveloper"].map { locale.site[$0] ?? "" }
    if !strings.contains("") { audiences = strings }
  }

  /// The topic that a page is the own page of.
  static func topic(of document: SearchDocument) -> String? {
    let parts = document.path.text.split(separator: "/")
    guard !document.isArticle, parts.count >= 2, parts[parts.count - 2] == "articles" else { return nil }
    return String(parts[parts.count - 1])
  }
}
