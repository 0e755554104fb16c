import Diagnostics
import ProxyConfig
import Trace

/// Which sections hold for a request, in the order in which they are put over each other.
extension Run {
  /// `<Location>` in the order of the file, then `<If>`.
  func locationWalk(_ exchange: Exchange) throws {
    let uri = !isPlain(exchange.uri) && exchange.uri.contains("//") ? Self.merged(exchange.uri) : exchange.uri
    let prefix = longestPrefix(of: uri)
    let matching = try server.locations.filter { section in
      switch section.match {
      case .prefix(let path):
        (uri.isWatched ? prefix : uri).map { Self.isIn($0, path) } ?? path.isEmpty
      case .glob(let pattern): Glob.matchesPath(pattern, uri)
      case .pattern(let pattern): try matches(pattern, exchange.uri, at: section.place) != nil
      }
    }
    if let first = matching.first {
      let merged = matching.dropFirst().reduce(first.settings) { $0.merged(with: $1.settings) }
      put(merged, over: exchange, matching.map(\.number))
    }
    try ifWalk(exchange, exchange.settings.conditions)
  }

  /// Whether a path is that of a `<Location>`, or below it.
  static func isIn(_ uri: ByteText, _ path: ByteText) -> Bool {
    uri.hasPrefix(path)
      && (path.isEmpty || path.last == UInt8(ascii: "/") || uri.count == path.count
        || uri[path.count] == UInt8(ascii: "/"))
  }

  private static func merged(_ uri: ByteText) -> ByteText {
    var result = uri
    while result.contains("//") { result = result.replacing("//", with: "/") }
    return result
  }

  private func put(_ settings: Settings, over exchange: Exchange, _ numbers: [Int]) {
    exchange.settings = exchange.settings.merged(with: settings)
    exchange.sections += numbers
  }

  private func ifWalk(_ exchange: Exchange, _ conditions: [ConditionalSection]) throws {
    var merged: Settings?
    var numbers: [Int] = []
    var wasTrue = false
    for section in conditions {
      if section.kind != .first, wasTrue { continue }
      if let condition = section.condition {
        wasTrue = try isTrue(condition, exchange, at: section.place)
        guard wasTrue else { continue }
      } else {
        wasTrue = false
      }
      merged = merged?.merged(with: section.settings) ?? section.settings
      numbers.append(section.number)
    }
    guard let merged else { return }
    put(merged, over: exchange, numbers)
    try ifWalk(exchange, merged.conditions)
  }

  /// `<Proxy>` for a request that goes to an upstream.
  func proxyWalk(_ exchange: Exchange) {
    guard let url = exchange.filename?.from(6) else { return }
    for section in server.proxies {
      let holds =
        switch section.match {
        case .prefix(let prefix): url.hasPrefix(prefix)
        case .glob(let pattern): Glob.matches(pattern, url)
        case .pattern(let pattern): (try? matches(pattern, url, at: section.place)) != nil
        }
      if holds {
        put(section.settings, over: exchange, [section.number])
        exchange.hasFreshSettings = true
      }
    }
  }

  /// `<Files>` by the last part of the file's name.
  func filesWalk(_ exchange: Exchange) {
    guard let path = exchange.filename else { return }
    let name = lastPart(of: path)
    for section in exchange.settings.files {
      let holds =
        switch section.match {
        case .prefix(let text): text == name
        case .glob(let pattern): Glob.matches(pattern, name)
        case .pattern(let pattern): ((try? matches(pattern, name, at: section.place)) ?? nil) != nil
        }
      if holds { put(section.settings, over: exchange, [section.number]) }
    }
  }

  /// `<Directory>` and `.htaccess` from the root to the file (`ap_directory_walk`).
  func directoryWalk(_ exchange: Exchange) throws -> Int? {
    guard let name = exchange.filename, name.isWatched else { return try plainWalk(exchange) }
    let way = noteWalk(name)
    exchange.filename = name.unwatched
    let status = try plainWalk(exchange)
    take(way, name, exchange)
    return status
  }

  private func plainWalk(_ exchange: Exchange) throws -> Int? {
    let whole = ByteText(PathText.normal(exchange.filename?.string ?? "/"))
    let hasSlash = exchange.filename?.last == UInt8(ascii: "/")
    let parts = whole.pieces("/").dropFirst().filter { !$0.isEmpty }
    var path = ByteText()
    var index = 0
    var base = Layers(exchange)
    exchange.found = .directory
    // What is known to be there is not looked at part by part, so that a file counts as a folder of its own name.
    let isWhole = !hasSlash && exchange.main == nil && (try? files.status(of: whole.string))?.kind == .file
    // A file beside what the request before has asked for has its settings (the cache of `ap_directory_walk`).
    if isWhole, let walked = exchange.previous?.walked, walked.folder == Self.folder(of: whole) {
      walked.layers.put(on: exchange)
      (exchange.walked, exchange.found, exchange.filename, exchange.pathInfo) = (walked, .file, whole, "")
      return nil
    }
    while true {
      let folder = path + "/"
      let depth = index + 1
      for section in server.directories where DirectoryDepth.of(folder) == depth {
        switch section.match {
        case .prefix(let text) where text == folder: base.add(section.settings, section.number)
        case .glob(let pattern) where DirectoryDepth.of(pattern) == depth && Glob.matchesPath(pattern, folder):
          base.add(section.settings, section.number)
        default: break
        }
      }
      if let status = try htaccess(folder, &base) { return status }
      guard index < parts.count else { break }
      path += "/" + parts[index]
      index += 1
      guard let kind = try look(path, exchange) else { return 403 }
      exchange.found = kind
      if kind != .directory, !isWhole || index < parts.count { break }
    }
    for section in server.directories {
      if case .pattern(let pattern) = section.match,
        try matchesFolder(pattern, path, isFolder: exchange.found == .directory, at: section.place)
      {
        base.add(section.settings, section.number)
      }
    }
    base.put(on: exchange)
    exchange.walked = (exchange.found == .directory ? path + "/" : Self.folder(of: path), base)
    let rest = parts.dropFirst(index)
    exchange.filename = path.isEmpty ? "/" : path
    exchange.pathInfo = rest.isEmpty ? "" : "/" + ByteText.joined(rest, separator: "/")
    if hasSlash {
      if !rest.isEmpty {
        exchange.pathInfo += "/"
      } else if exchange.found == .directory {
        exchange.filename = (exchange.filename ?? "") + (path.isEmpty ? "" : "/")
      } else {
        exchange.pathInfo = "/"
      }
    }
    return nil
  }

  /// The folder that a path lies in, with a slash at its end.
  private static func folder(of path: ByteText) -> ByteText { path.upTo((path.lastOffset(of: "/") ?? 0) + 1) }

  private func matchesFolder(_ pattern: Pattern, _ path: ByteText, isFolder: Bool, at place: Place) throws -> Bool {
    let folder = isFolder ? path + "/" : path.upTo(path.lastOffset(of: "/") ?? 0)
    if try matches(pattern, folder, at: place) != nil { return true }
    return try isFolder && matches(pattern, path, at: place) != nil
  }

  /// What is at a path; nil when httpd may not look.
  private func look(_ path: ByteText, _ exchange: Exchange) throws -> Exchange.Found? {
    let name = path.string
    if files.isUnseen(name) { throw Undecided("what is at \(name), which cannot be seen from here") }
    do throws(FileTrouble) {
      return
        switch try files.status(of: name).kind
      {
      case .file: .file
      case .directory: .directory
      case .other: .other
      }
    } catch {
      switch error {
      case .missing, .notADirectory: return .nothing
      default:
        tell("\(name) \(error.explanation)", .file(name, .denied))
        return nil
      }
    }
  }
}

/// Settings of folders while they are put over each other: among themselves first, then over the server's.
struct Layers {
  private var merged: Settings?
  private var numbers: [Int] = []
  private let server: Settings

  init(_ exchange: Exchange) { server = exchange.settings }

  mutating func add(_ settings: Settings, _ number: Int) {
    merged = merged?.merged(with: settings) ?? settings
    numbers.append(number)
  }

  /// What a `.htaccess` may say here; without any `AllowOverride` it is read, and nothing in it allowed.
  var allowOverride: Settings.AllowOverride? { merged?.allowOverride ?? server.allowOverride }

  func put(on exchange: Exchange) {
    if let merged { exchange.settings = exchange.settings.merged(with: merged) }
    exchange.sections += numbers
  }
}
