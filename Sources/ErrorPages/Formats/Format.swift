/// The forms an error page is published in.
public enum Format: String, Sendable, CaseIterable {
  case html, json, txt, xml
  /// A whole HTTP response, for HAProxy's `errorfile`.
  case http
  /// The page in its shortest form, for systems that take a few hundred characters.
  case nano

  /// The media type to serve the file's content with. JSON has no charset parameter (RFC 8259, section 11), and XML
  /// declares its own.
  public var contentType: String {
    switch self {
    case .html, .http, .nano: "text/html; charset=utf-8"
    case .json: "application/problem+json"
    case .txt: "text/plain; charset=utf-8"
    case .xml: "application/problem+xml"
    }
  }

  /// What the file's name ends in, after the dot.
  var fileExtension: String { self == .nano ? "nano.html" : rawValue }

  /// The largest size class the format may have.
  var limit: SizeClass {
    switch self {
    case .html: .page
    case .http: .response
    case .nano: .nano
    case .json, .txt, .xml: .direct
    }
  }
}
