import Diagnostics
import ProxyConfig

/// Directives that servers and sections have alike.
extension SettingsReader {
  mutating func readCommon(_ directive: Directive, _ server: inout Server) {
    if directive.name.hasPrefix("<") { return readSection(directive, &server) }
    let words = words(directive)
    let first = words.first ?? ""
    switch directive.name {
    case "ErrorDocument": errorDocument(directive)
    case "DirectoryIndex":
      if words.first?.lowercased() == "disabled" {
        settings.directoryIndex = []
      } else {
        settings.directoryIndex = (settings.directoryIndex ?? []) + words
      }
    case "DirectorySlash": settings.directorySlash = flag(directive)
    case "FallbackResource":
      settings.fallback =
        directive.words.count > 1 ? Written(text: directive.words[1].bytes, place: directive.place) : nil
    case "ProxyPass", "ProxyPassMatch": sectionProxyPass(directive, &server)
    case "ProxyErrorOverride": errorOverride(directive)
    case "ProxyPreserveHost": settings.forwardsHost = flag(directive)
    case "ProxyAddHeaders": settings.addsHeaders = flag(directive)
    case "SSLProxyEngine": settings.sslProxyEngine = flag(directive)
    case "Redirect", "RedirectMatch", "RedirectTemp", "RedirectPermanent": sectionRedirect(directive)
    case "Alias", "ScriptAlias":
      settings.alias = (ByteText(first), directive.name == "ScriptAlias" ? "cgi-script" : nil, directive.place)
    case "SetHandler": settings.handler = Written(text: ByteText(first), place: directive.place)
    case "AddHandler":
      for word in words.dropFirst() {
        settings.handlersByExtension[(word.hasPrefix(".") ? String(word.dropFirst()) : word).lowercased()] = first
      }
    case "Options": options(directive)
    case "AllowOverride": allowOverride(directive)
    case "AllowOverrideList":
      var own = settings.allowOverride ?? Settings.AllowOverride(classes: [])
      own.names = Set(words.map { $0.lowercased() })
      settings.allowOverride = own
    case "AcceptPathInfo": settings.acceptPathInfo = first.lowercased() == "default" ? nil : first.lowercased() == "on"
    case "LimitRequestBody": settings.bodyLimit = number(directive).map { ($0, directive.place) }
    case "BalancerMember" where context == .other: break
    default:
      if !settings.contentTypes.read(directive.name, words), !readAccess(directive), !readRewriting(directive),
        !readHeaders(directive),
        Self.decisive.contains(directive.name)
      {
        settings.unknown.append(directive.place)
      }
    }
  }

  /// Directives that can decide what a visitor gets and are not followed here.
  private static let decisive: Set<String> = [
    "Dav", "SSLRequire", "AuthFormLoginRequiredLocation", "CheckSpelling", "Substitute",
    "ExtFilterDefine",
    "ProxyHTMLEnable", "XBitHack", "CacheEnable", "LuaMapHandler", "LuaHookTranslateName", "LuaHookAccessChecker",
    "LuaHookFixups", "LuaQuickHandler", "AuthnzFcgiCheckAuthnProvider", "MetaFiles", "Action", "Script", "CGIVar",
    "AllowMethods", "ImapDefault", "CharsetSourceEnc", "OutputSed", "ProxyRemote", "ProxyBlock", "ProxyDomain",
  ]

  /// `set_error_document`: what the second word is depends on how it looks.
  private mutating func errorDocument(_ directive: Directive) {
    guard directive.words.count == 3 else { return }
    let code = Int(directive.words[1].value.prefix { $0.isNumber }) ?? 0
    guard StatusCodes.known.contains(code), code == Int(directive.words[1].value) ?? code else {
      return fail(
        "unsupported-code", "httpd knows no status \(directive.words[1].value), so it cannot have a page",
        directive.words[1].place, help: "name one of the codes that httpd knows; a line has one code")
    }
    let word = directive.words[2]
    let text = word.bytes
    let written = Written(text: text, place: directive.place)
    // What stands in the text is read as an expression when the configuration is read.
    do throws(ExpressionRefusal) { _ = try ExpressionReader.text(text) } catch {
      if !error.isOurs {
        fail("invalid-expression", "the text of the error page \(error.reason)", word.place)
        return
      }
    }
    if text.string.lowercased() == "default" {
      settings.errorDocuments[code] = .standard(directive.place)
    } else if text.contains(" ") {
      settings.errorDocuments[code] = .text(written)
    } else if text.first == UInt8(ascii: "/") {
      settings.errorDocuments[code] = .path(written)
    } else if text.string.isURL {
      // A 401 has to say how to log in, which a redirect cannot.
      if code != 401 { settings.errorDocuments[code] = .url(written) }
    } else {
      settings.errorDocuments[code] = .text(written)
    }
  }

  private mutating func sectionProxyPass(_ directive: Directive, _ server: inout Server) {
    switch context {
    case .location(let path, let isPattern):
      let used = isPattern && directive.name == "ProxyPass" && !Glob.isPattern(path) ? path : path
      settings.proxyPass = proxyPass(directive, path: used, &server)
    case .other, .server:
      // Inside <Proxy> or <If> the path is that of a section nobody can ask for.
      settings.unknown.append(directive.place)
    case .directory:
      fail(
        "proxy-pass-context", "\(directive.name) cannot stand inside <Directory> or <Files>", directive.place,
        help: "use <Location>, or SetHandler \"proxy:…\"")
    }
  }

  private static let optionNames: Set<String> = [
    "none", "all", "indexes", "includes", "includesnoexec", "followsymlinks", "symlinksifownermatch", "execcgi",
    "multiviews",
  ]

  private mutating func options(_ directive: Directive) {
    var words = Settings.OptionWords()
    var isFirst = true
    for argument in directive.arguments {
      let text = argument.value.lowercased()
      let sign = text.first == "+" || text.first == "-" ? text.first : nil
      let name = sign == nil ? text : String(text.dropFirst())
      guard Self.optionNames.contains(name) else {
        fail(
          "unknown-option", "\(argument.value) is no option", argument.place,
          help: NearestName.of(name, among: Self.optionNames.sorted()).map { "did you mean \($0)?" })
        continue
      }
      if !isFirst, (sign == nil) != (words.set != nil) {
        fail(
          "mixed-options", "options with + or - cannot stand beside options without", directive.place,
          help: "give each of them a sign, or none")
        return
      }
      isFirst = false
      switch sign {
      case "+": words.added.insert(name)
      case "-": words.removed.insert(name)
      default: words.set = name == "none" ? [] : (words.set ?? []).union([name])
      }
    }
    settings.options = words
  }

  private mutating func allowOverride(_ directive: Directive) {
    var classes: DirectiveRule.Contexts = []
    for argument in directive.arguments {
      let word = argument.value.lowercased().prefix { $0 != "=" }
      switch word {
      case "none", "nonfatal": break
      case "all": classes.formUnion(.all)
      case "limit": classes.insert(.limit)
      case "options": classes.insert(.options)
      case "fileinfo": classes.insert(.fileInfo)
      case "authconfig": classes.insert(.authConfig)
      case "indexes": classes.insert(.indexes)
      default:
        fail(
          "unknown-override", "\(argument.value) is nothing that AllowOverride could allow", argument.place,
          help: NearestName.of(
            argument.value, among: ["None", "All", "Limit", "Options", "FileInfo", "AuthConfig", "Indexes"]
          ).map { "did you mean \($0)?" })
      }
    }
    settings.allowOverride = Settings.AllowOverride(
      classes: classes, names: settings.allowOverride?.names ?? [], place: directive.place)
  }
}
