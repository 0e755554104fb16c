/// A directive that traces ask for, by number instead of by name: one request asks for a hundred of them.
///
/// The directive is called as the case, with underscores.
public enum NginxSetting: Int, CaseIterable, Sendable {
  // What the modules that pass requests on have in common, in the order of `PassPart`.
  case proxyPass, proxyInterceptErrors, proxyRequestBuffering, proxyNextUpstream, proxyNextUpstreamTries, proxyCache,
    proxyCacheUseStale
  case fastcgiPass, fastcgiInterceptErrors, fastcgiRequestBuffering, fastcgiNextUpstream, fastcgiNextUpstreamTries,
    fastcgiCache, fastcgiCacheUseStale
  case uwsgiPass, uwsgiInterceptErrors, uwsgiRequestBuffering, uwsgiNextUpstream, uwsgiNextUpstreamTries, uwsgiCache,
    uwsgiCacheUseStale
  case scgiPass, scgiInterceptErrors, scgiRequestBuffering, scgiNextUpstream, scgiNextUpstreamTries, scgiCache,
    scgiCacheUseStale
  case grpcPass, grpcInterceptErrors, grpcRequestBuffering, grpcNextUpstream, grpcNextUpstreamTries, grpcCache,
    grpcCacheUseStale
  case memcachedPass, memcachedInterceptErrors, memcachedRequestBuffering, memcachedNextUpstream,
    memcachedNextUpstreamTries, memcachedCache, memcachedCacheUseStale

  case absoluteRedirect, accessByLuaBlock, accessByLuaFile, accessRules, addAfterBody, addBeforeBody, addHeader,
    authBasic, authBasicUserFile, authRequest, authRequestSet, autoindex, autoindexFormat, charset, charsetTypes,
    clientMaxBodySize, davMethods, defaultType, disableSymlinks, errorPage, etag, gunzip, gzip, gzipMinLength,
    gzipProxied, gzipStatic, ifModifiedSince, ignoreInvalidHeaders, imageFilter, index, `internal`,
    largeClientHeaderBuffers, limitConn, limitReq, maxRanges, mergeSlashes, mirror, mirrorRequestBody, portInRedirect,
    randomIndex, realIpHeader, realIpRecursive, recursiveErrorPages, resolver, rewriteByLuaBlock, rewriteByLuaFile,
    satisfy, serverNameInRedirect, setRealIpFrom, ssi, sslVerifyClient, subFilter, types, underscoresInHeaders,
    validReferers, xsltStylesheet

  /// What each module that passes requests on has a directive for.
  public enum PassPart: Int, CaseIterable, Sendable {
    case pass, interceptErrors, requestBuffering, nextUpstream, nextUpstreamTries, cache, cacheUseStale
  }

  /// The modules that pass requests on, in the order of the cases above.
  public static let passModules = ["proxy", "fastcgi", "uwsgi", "scgi", "grpc", "memcached"]

  /// - Parameter module: a number in ``passModules``.
  public init(_ part: PassPart, ofModule module: Int) {
    self = NginxSetting(rawValue: module * PassPart.allCases.count + part.rawValue) ?? .proxyPass
  }

  /// The directive's name; `allow` and `deny` are one list.
  public var name: String {
    if self == .accessRules { return NginxModel.accessRules }
    var name = ""
    for character in String(describing: self) {
      if character.isUppercase { name += "_" }
      name += character.lowercased()
    }
    return name
  }

  static let byName = Dictionary(allCases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}

/// For every scope and every ``NginxSetting`` the directives in effect, worked out once.
struct NginxSettingsTable: Sendable {
  private static let width = NginxSetting.allCases.count
  /// A row for each scope: for each setting where its directives are in `lists`; 0 for none.
  private var rows: [UInt32] = []
  private var lists: [[Directive]] = [[]]
  /// Every directive's name that is written in some scope.
  private(set) var names: Set<String> = []

  /// A scope comes after the one it stands in.
  init(_ scopes: [NginxScope]) {
    rows.reserveCapacity(scopes.count * Self.width)
    let byName = NginxSetting.byName
    for scope in scopes {
      let start = rows.count
      if let parent = scope.parent {
        // Not by a slice, which would keep a second copy of all rows.
        for place in parent * Self.width..<(parent + 1) * Self.width { rows.append(rows[place]) }
      } else {
        rows.append(contentsOf: repeatElement(0, count: Self.width))
      }
      for (name, directives) in scope.settings {
        names.insert(name)
        guard let setting = byName[name] else { continue }
        rows[start + setting.rawValue] = UInt32(lists.count)
        lists.append(directives)
      }
    }
  }

  subscript(_ setting: NginxSetting, _ scope: Int) -> [Directive] {
    lists[Int(rows[scope * Self.width + setting.rawValue])]
  }

  func has(_ setting: NginxSetting, _ scope: Int) -> Bool { rows[scope * Self.width + setting.rawValue] != 0 }
}
