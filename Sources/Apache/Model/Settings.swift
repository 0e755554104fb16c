import Diagnostics
import ProxyConfig

/// Where a word of the configuration stands, with its text.
struct Written: Sendable {
  let text: ByteText
  let place: Place
}

/// What `ErrorDocument` says for a code.
enum ErrorDocument: Sendable {
  /// httpd's own page after all.
  case standard(Place)
  /// Text for the body; values of the request may stand in it.
  case text(Written)
  /// A path of this server.
  case path(Written)
  /// An address the visitor is sent to.
  case url(Written)

  var place: Place {
    switch self {
    case .standard(let place): place
    case .text(let written), .path(let written), .url(let written): written.place
    }
  }
}

/// One `Alias`, `ScriptAlias`, `Redirect` or the like of mod_alias, in the order they are tried.
struct AliasEntry: Sendable {
  /// The beginning of a path, unless it is a pattern.
  let prefix: ByteText
  let pattern: Pattern?
  /// What it is replaced by; nil for a redirect without a target.
  let target: ByteText?
  /// Of a redirect: its status.
  let status: Int
  let handler: String?
  let place: Place
}

/// One `ProxyPass` or `ProxyPassMatch`.
struct ProxyPass: Sendable {
  /// Number of the scope for events.
  let number: Int
  let prefix: ByteText
  let pattern: Pattern?
  /// The upstream's URL, or `!`.
  let target: ByteText
  let parameters: [String: String]
  let place: Place

  var isExclusion: Bool { target == "!" }
}

/// What a section, a virtual host or a `.htaccess` sets, and what came to be when several are put over each other.
struct Settings: Sendable {
  var errorDocuments: [Int: ErrorDocument] = [:]
  var directoryIndex: [String]?
  var directorySlash: Bool?
  var fallback: Written?
  var proxyPass: ProxyPass?
  var override: (isOn: Bool, place: Place)?
  var overrideCodes: [Int] = []
  var redirects: [AliasEntry] = []
  /// `Redirect` without a path inside `<Location>`.
  var redirect: (status: Int, target: ByteText?, place: Place)?
  /// `Alias` without a path inside `<Location>`.
  var alias: (target: ByteText, handler: String?, place: Place)?
  var access = Access()
  var rewriting: Rewriting?
  var options: OptionWords?
  var allowOverride: AllowOverride?
  var handler: Written?
  var handlersByExtension: [String: String] = [:]
  var contentTypes = ContentTypes()
  var headers: [HeaderEdit] = []
  /// `RequestHeader`: what upstreams get.
  var requestHeaders: [HeaderEdit] = []
  var environment: [EnvironmentEdit] = []
  var files: [Section] = []
  var conditions: [ConditionalSection] = []
  var acceptPathInfo: Bool?
  var encodedSlashes: EncodedSlashes?
  var bodyLimit: (bytes: Int, place: Place)?
  var sslProxyEngine: Bool?
  var forwardsHost: Bool?
  /// `ProxyAddHeaders`.
  var addsHeaders: Bool?
  /// Directives that may decide the answer in a way that is not modelled here.
  var unknown: [Place] = []

  enum EncodedSlashes: Sendable { case refused, decoded, kept }

  /// `Options`: whole words, or words added and taken away.
  struct OptionWords: Sendable {
    var set: Set<String>?
    var added: Set<String> = []
    var removed: Set<String> = []
  }

  /// Classes that a `.htaccess` may use; empty for none at all.
  struct AllowOverride: Sendable {
    var classes: DirectiveRule.Contexts
    var names: Set<String> = []
    var place: Place?
  }

  /// These settings with those of a section put over them.
  func merged(with inner: Settings) -> Settings {
    var all = self
    all.errorDocuments.merge(inner.errorDocuments) { $1 }
    all.directoryIndex = inner.directoryIndex ?? directoryIndex
    all.directorySlash = inner.directorySlash ?? directorySlash
    all.fallback = inner.fallback ?? fallback
    all.proxyPass = inner.proxyPass ?? proxyPass
    all.override = inner.override ?? override
    all.overrideCodes += inner.overrideCodes
    all.redirects = inner.redirects + redirects
    all.redirect = inner.redirect ?? redirect
    all.alias = inner.alias ?? alias
    all.access = access.merged(with: inner.access)
    if let rewriting = inner.rewriting { all.rewriting = self.rewriting?.merged(with: rewriting) ?? rewriting }
    if let options = inner.options { all.options = Self.merge(self.options, options) }
    all.allowOverride = inner.allowOverride ?? allowOverride
    all.handler = inner.handler ?? handler
    all.handlersByExtension.merge(inner.handlersByExtension) { $1 }
    all.contentTypes.merge(inner.contentTypes)
    all.headers += inner.headers
    all.requestHeaders += inner.requestHeaders
    all.environment += inner.environment
    all.files += inner.files
    all.conditions += inner.conditions
    all.acceptPathInfo = inner.acceptPathInfo ?? acceptPathInfo
    all.encodedSlashes = inner.encodedSlashes ?? encodedSlashes
    all.bodyLimit = inner.bodyLimit ?? bodyLimit
    all.sslProxyEngine = inner.sslProxyEngine ?? sslProxyEngine
    all.forwardsHost = inner.forwardsHost ?? forwardsHost
    all.addsHeaders = inner.addsHeaders ?? addsHeaders
    all.unknown += inner.unknown
    return all
  }

  private static func merge(_ outer: OptionWords?, _ inner: OptionWords) -> OptionWords {
    if inner.set != nil { return inner }
    let base = outer?.set ?? ["followsymlinks"]
    return OptionWords(set: base.subtracting(inner.removed).union(inner.added))
  }

  /// Whether an option is on; without any `Options` only symbolic links are followed.
  func allows(_ option: String) -> Bool {
    guard let options else { return option == "followsymlinks" }
    let words = options.set ?? Set(["followsymlinks"]).subtracting(options.removed).union(options.added)
    return words.contains(option) || words.contains("all") && option != "multiviews"
  }
}

/// A section whose settings are put over others where its condition holds.
final class Section: Sendable {
  enum Kind: String, Sendable { case directory, location, files, proxy }

  enum Match: Sendable {
    case prefix(ByteText)
    /// A shell pattern.
    case glob(ByteText)
    case pattern(Pattern)
  }

  /// Number of the scope for events.
  let number: Int
  let kind: Kind
  let match: Match
  let settings: Settings
  let place: Place

  init(number: Int, kind: Kind, match: Match, settings: Settings, place: Place) {
    (self.number, self.kind, self.match, self.settings, self.place) = (number, kind, match, settings, place)
  }
}

/// `<If>`, `<ElseIf>` or `<Else>`.
struct ConditionalSection: Sendable {
  enum Kind: Sendable { case first, elseIf, otherwise }

  let number: Int
  let kind: Kind
  let condition: Expression?
  let settings: Settings
  let place: Place
}
