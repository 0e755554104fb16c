import ProxyConfig

/// What is asked for inside nginx: everything that an internal redirect begins anew (`ngx_http_internal_redirect`).
struct NginxResource {
  var uri: ByteText = ""
  var arguments: ByteText = ""
  /// The extension that decides the type.
  private(set) var fileExtension: ByteText = ""
  /// The path is the visitor's own, so that it goes on as it came (`valid_unparsed_uri`).
  var isAsSent = true
  /// False once a `rewrite` has changed the path, until a location is found for the new one.
  var isLocationValid = true
  var addsURIToAlias = false
  /// What `proxy_pass` names, while the request has not been led elsewhere since (`ngx_http_proxy_module`'s context).
  var proxied: Directive?

  /// `ngx_http_set_exten`: what follows the last dot of the last segment.
  mutating func setExtension() {
    fileExtension = ""
    let uri = uri.unwatched
    var index = uri.count - 1
    while index > 1 {
      if uri[index] == UInt8(ascii: "."), uri[index - 1] != UInt8(ascii: "/") {
        fileExtension = uri.from(index + 1)
        return
      }
      if uri[index] == UInt8(ascii: "/") { return }
      index -= 1
    }
  }
}

extension NginxRun {
  struct RequestLine {
    /// It was understood; before that, `$request_uri` is empty.
    var hasTarget = false
    /// So many of the headers have been read: a fault keeps those behind it out of sight.
    var headersRead = 0
    /// It could be split, or nginx has set a method of its own; until then `$request_method` is empty.
    var hasMethod = true
    /// It could be split up to the protocol's version.
    var isComplete = true
    /// Something in the path was percent-encoded, or a plus.
    var hasQuotedPath = false
  }

  struct RequestBody {
    /// What is still announced, in bytes; nginx forgets it when it throws the body away.
    private(set) var length = 0
    /// It is as long as the visitor says.
    private(set) var isAsSent = false
    var isRead = false

    init() {}

    init(length: Int, isAsSent: Bool) { (self.length, self.isAsSent) = (length, isAsSent) }

    mutating func forget() { (length, isAsSent) = (0, false) }
  }

  struct Redirects {
    /// Those left, plus one (`NGX_HTTP_MAX_URI_CHANGES`).
    var left = 11
    /// A `rewrite` has changed the path: a location is to be looked for once more.
    var isPending = false
    /// The one hop to an error page is used up.
    var hasUsedErrorPage = false
    /// The status an error has fixed; 0 when there was none.
    var errorStatus = 0
  }

  struct Access {
    /// What keeps the visitor out so far; 0 for nothing.
    var code = 0
    /// The realms for which a password was asked; nil where a later answer took the question back.
    var challenges: [ByteText?] = []
  }

  struct UpstreamLog {
    /// Whom this request has asked, and how it went; an empty address stands for a new start.
    var log: [(address: String, status: String)] = []
    /// The last upstream asked has sent a header.
    var hasAnswered = false
    /// Its address, where that is made of the request; nil where nobody knows it.
    var address: ByteText? = ""
  }

  struct Answer {
    var location: ByteText?
    /// The type a handler insists on.
    var type: String?
    /// Headers of an answer that was given up half-way.
    var earlierHeaders: [Outcome.Header] = []
    /// The file that is sent may be sent in parts.
    var allowsRanges = true
    /// The status a handler has set, seen by `$status` when no error came before it.
    var handlerStatus = 0
  }

  struct Connection {
    /// It is gone, for a subrequest as for the request it serves.
    var isClosed = false
    /// Mirrored requests, which run as soon as this one waits for something.
    var mirrors: [(target: ByteText, method: RequestMethod, arguments: ByteText, directive: Directive)] = []
  }
}
