/// The forms an error page is published in.
public enum Format: String, Sendable, CaseIterable {
  case html, json, txt, xml
  /// A whole HTTP response, for HAProxy's `errorfile`.
  case http

  /// The media type to serve the file's content with. JSON has no charset parameter (RFC 8259, section 11), and XML
  /// declares its own.
  public var contentType: String {
    switch self {
    case .html, .http: "text/html; charset=utf-8"
    case .json: "application/problem+json"
    case .txt: "text/plain; charset=utf-8"
    case .xml: "application/problem+xml"
    }
  }

  /// The largest size class the format may have.
  var limit: SizeClass {
    switch self {
    case .html: .page
    case .http: .response
    case .json, .txt, .xml: .direct
    }
  }
}
