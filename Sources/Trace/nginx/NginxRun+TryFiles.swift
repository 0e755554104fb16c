import Diagnostics
import ProxyConfig

/// `try_files` (`ngx_http_try_files_handler`) and what else comes before the content.
extension NginxRun {
  mutating func tryFiles() throws(Undecided) -> Next {
    if let next = try walkTryFiles() { return next }
    try mirror()
    return .content
  }

  /// `ngx_http_mirror_handler`: copies of the request whose answers nobody waits for. They have the body read first.
  private mutating func mirror() throws(Undecided) {
    guard !isSubrequest else { return }
    for directive in model.settings(.mirror, in: scope) {
      guard let target = directive.argument(1), target != "off" else { continue }
      if model.flag(.mirrorRequestBody, in: scope, default: true) { body.isRead = true }
      connection.mirrors.append((target, method, resource.arguments, directive))
    }
  }

  /// Lets the mirrored requests run, which share this one's variables; true where one of them takes the visitor's connection
  /// down with it: those that end with 444, 408 or 499.
  mutating func runMirrors() throws(Undecided) -> Bool {
    let mirrors = connection.mirrors
    connection.mirrors = []
    for mirror in mirrors {
      var copy = subrequest(mirror.target)
      copy.method = mirror.method
      copy.resource.arguments = mirror.arguments
      _ = try copy.finish(.serverRewrite)
      guard copy.connection.isClosed else { continue }
      tell(
        "the mirrored request to \(mirror.target.string) closes the connection while this one waits",
        at: mirror.directive)
      return true
    }
    return false
  }

  /// A request of nginx's own, made on behalf of this one (`ngx_http_subrequest`).
  func subrequest(_ target: ByteText) -> NginxRun {
    var inner = NginxRun(world, decider: decider, variables: variables)
    inner.failures = failures
    inner.isSubrequest = true
    inner.isInternal = true
    inner.method = "GET"
    inner.body = RequestBody(length: body.length, isAsSent: body.isAsSent)
    inner.resource = NginxResource(uri: target, isAsSent: false)
    inner.server = server
    inner.scope = server
    inner.host = host
    inner.listen = listen
    inner.realClient = realClient
    (inner.line.hasTarget, inner.line.headersRead) = (true, line.headersRead)
    inner.line.hasQuotedPath = line.hasQuotedPath
    inner.resource.setExtension()
    return inner
  }

  /// Nil when a file was found or there is nothing to try. The directive is not inherited, not even by an `if`.
  private mutating func walkTryFiles() throws(Undecided) -> Next? {
    guard let directive = world.machine.facts[scope].tryFiles, directive.words.count > 2 else { return nil }
    if world.machine.facts[scope].root?.isAlias == true, !resource.isLocationValid { return .error(500) }
    let words = Array(directive.arguments)
    var place: TryPlace?
    var lookedFor = ByteText()
    for word in words.dropLast() {
      var text = word.bytes
      // What is looked for is decided by the slash in the configuration, not by the one in the value.
      let wantsDirectory = text.last == UInt8(ascii: "/")
      if wantsDirectory { text.removeLast() }
      let candidateText = NginxText(text)
      let root = try root(for: candidateText, &place)
      let value = try candidate(candidateText, root)
      if lookedFor.unwatched.isEmpty { lookedFor = root.text + value }
      let isHit: Bool
      switch look(
        root.text + value, opening: opensToLook, isOptional: candidateText.variableNames.contains(where: Self.isOwnPath)
      )
      {
      case .directory: isHit = wantsDirectory
      case .file, .other: isHit = !wantsDirectory
      case .missing, .notADirectory, .denied, .failed: isHit = false
      }
      guard isHit else { continue }
      tell("finds \((root.text + value).string)", at: word)
      accept(value, root, wantsDirectory)
      return nil
    }
    guard let last = words.last else { return nil }
    if last.bytes.first == UInt8(ascii: "="), let code = last.bytes.from(1).number {
      tell("finds none of the files and answers \(code)", at: last, .file(lookedFor.shown, .missing))
      return code == 0 ? nil : .error(code)
    }
    let text = NginxText(last.bytes)
    let root = try root(for: text, &place)
    let target = try candidate(text, root)
    tell("finds none of the files and goes to \(target.string)", at: last)
    if target.hasPrefix("@") { return goToNamed(target) }
    let (path, arguments) = Self.split(target)
    isEmptyPathAfterSlash = root.text.hasSuffix("/")
    return redirect(to: path, arguments)
  }

  /// The folder that is looked in, and how long a path there is room for.
  private struct TryPlace {
    let root: Root
    let room: Int
  }

  /// nginx measures a text before it works out the folder, and works that out again where the room is too small: groups
  /// in its name are those of the last map that was looked up.
  private mutating func root(for text: NginxText, _ place: inout TryPlace?) throws(Undecided) -> Root {
    let rule = world.machine.facts[scope].root
    guard rule?.word.contains(UInt8(ascii: "$")) == true else {
      if let place { return place.root }
      let root = try root()
      place = TryPlace(root: root, room: .max)
      return root
    }
    let length = try evaluate(text).unwatched.count + 1
    var left = resource.uri.unwatched.count
    if let rule, rule.isAlias { left -= aliasLength(rule.scope) ?? left }
    let more = max(0, length - left)
    if let place, more <= place.room { return place.root }
    let root = try root()
    place = TryPlace(root: root, room: more + 16)
    return root
  }

  /// Below an `alias`, a value with variables loses the location's name again.
  private mutating func candidate(_ text: NginxText, _ root: Root) throws(Undecided) -> ByteText {
    let value = try evaluate(text)
    guard text.hasVariables, root.isAlias, let length = root.replaced, value.upTo(length) == resource.uri.upTo(length)
    else {
      return value
    }
    return value.from(length)
  }

  private mutating func accept(_ value: ByteText, _ root: Root, _ isDirectory: Bool) {
    if !root.isAlias {
      resource.uri = value
    } else if let length = root.replaced {
      resource.uri = resource.uri.upTo(length) + value
    } else if !isDirectory {
      resource.uri = value
      resource.addsURIToAlias = true
    }
    resource.setExtension()
  }

  /// A path and its arguments (`ngx_http_split_args`).
  static func split(_ target: ByteText) -> (ByteText, ByteText) {
    let mark = UInt8(ascii: "?")
    return (target.before(mark), target.after(mark))
  }
}
