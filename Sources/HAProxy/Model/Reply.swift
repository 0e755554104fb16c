import Diagnostics
import ProxyConfig

/// An answer of HAProxy's own that the configuration describes.
struct Reply: Sendable {
  enum Body: Sendable {
    /// The page that is in effect for the status: `default-errorfiles`, and what `deny` does by itself.
    case standard
    /// The page of an `http-errors` section.
    case section(String)
    /// A whole response in a file.
    case response(StoredResponse)
    case file(path: String, size: Int?)
    case text(ByteText)
    /// A file's size is nil when it is on another machine.
    /// Text with values; the path is that of the file, if it stands in one.
    case format(Format, path: String?)
    case empty
    /// `errorloc`: away to an address.
    case redirect(ByteText)
  }

  var status: Int
  var body: Body
  var contentType: ByteText?
  var headers: [(name: String, value: Format)] = []
  let place: Place
}

/// A whole HTTP response in a file, as `errorfile` takes it.
struct StoredResponse: Sendable {
  let path: String
  let status: Int
  let headers: [(name: String, value: ByteText)]
  let hasBody: Bool
  /// An empty file: the connection is closed without a word.
  let isEmpty: Bool
  /// The file is on another machine; its status is taken to be that of the line that names it.
  let isUnseen: Bool
}

/// The codes HAProxy 2.6 has pages for (`http_err_codes`).
enum PageCodes {
  static let all: Set = [200, 400, 401, 403, 404, 405, 407, 408, 410, 413, 421, 422, 425, 429, 500, 501, 502, 503, 504]
}

/// What a line does about the pages of a section: a page for one code, or those of an `http-errors` section.
enum PageLine: Sendable {
  case page(code: Int, Reply)
  /// nil stands for all codes the section has.
  case section(name: String, codes: [Int]?, Place)
}
