import Diagnostics
import ProxyConfig

/// `file_server` (`fileserver/staticfiles.go`).
extension CaddyRun {
  /// Serves a file; true when the chain goes on (`pass_thru`).
  func serve(_ options: CaddyFileServer, _ place: Place?, _ sink: CaddyResponseWriter) throws(CaddyInterruption) -> Bool
  {
    if !options.fileSystem.isEmpty || variables["fs"] != nil { throw .unknown("the file system \(options.fileSystem)") }
    let root = try directory(options.root.isEmpty ? "{http.vars.root}" : options.root)
    var filename = CaddyPath.join(root, url.path)
    if release.isModern, filename.hasSuffix("/"), filename != "/" { filename = filename.without(suffix: "/") }
    let hidden = try hidePatterns(options.hide)
    let watched = filename
    filename = try seen(filename, hidden)
    guard var status = try find(filename, place) else {
      tell("\(filename) does not exist, which is an error 404", place, .file(world.path(filename), .missing))
      return try notFound(options)
    }
    var isIndex = false
    if status.kind == .directory {
      for name in options.indexNames ?? ["index.html", "index.txt"] {
        let index = try seen(CaddyPath.join(watched, try all(name)), hidden)
        if isHidden(index, hidden) { continue }
        guard let found = try? world.files.status(of: world.path(index)) else { continue }
        (filename, status, isIndex) = (index, found, true)
        break
      }
    }
    if status.kind == .directory {
      if options.isBrowsing, !isHidden(filename, hidden) {
        try list(filename, place, sink)
        return false
      }
      tell(
        "\(filename) is a directory without an index, which is an error 404", place,
        .file(world.path(filename), .directory))
      return try notFound(options)
    }
    if isHidden(filename, hidden) {
      tell("\(filename) is hidden, which is an error 404", place, .file(world.path(filename), .denied))
      return try notFound(options)
    }
    if options.hasCanonicalURIs, try redirectToCanonical(isIndex, place, sink) { return false }
    try send(filename, status, options, place, sink)
    return false
  }

  private func notFound(_ options: CaddyFileServer) throws(CaddyInterruption) -> Bool {
    if options.passesThrough { return true }
    throw .status(404)
  }

  /// A path without its origin, once it is noted which of the files below the folder that it begins with it is.
  ///
  /// - Parameter hidden: patterns of those that nobody sees.
  func seen(_ path: ByteText, _ hidden: [ByteText] = []) throws(CaddyInterruption) -> ByteText {
    guard path.isWatched else { return path }
    let isRooted = path.hasPrefix("/")
    let full = isRooted ? path : ByteText(world.workingDirectory) + "/" + path
    let folder = full.certainFolder
    let name = "files \(ByteText(folder)) \(hidden)"
    let files = decider.watchedQuestion(name, of: world.memory) {
      WatchedFiles.question(below: folder, in: world.files, kind: { self.kind(of: $0, hidden) })
    }
    // Below a folder that holds too much, or none that is certain, each path is one by itself.
    guard !files.cases.isEmpty else { return ByteText(path.bytes) }
    full.note(files)
    return path.unwatched
  }

  /// All that an answer may depend on, of what stands at a path.
  private func kind(of path: ByteText, _ hidden: [ByteText]) -> (name: String, isDirectory: Bool) {
    do throws(FileTrouble) {
      let status = try world.files.status(of: path.string)
      let isTemplate = (try? world.files.read(path.string)).map { ByteText($0).contains("{{") } ?? false
      let type = CaddyContentType.of(path)?.string ?? ""
      let name = "\(status.kind) \(status.mode & 4) \(status.size == 0) \(isHidden(path, hidden)) \(isTemplate) \(type)"
      return (name, status.kind == .directory)
    } catch {
      return ("\(error)", false)
    }
  }

  /// What stands at a path; nil when nothing does.
  private func find(_ filename: ByteText, _ place: Place?) throws(CaddyInterruption) -> FileStatus? {
    if filename.contains(where: { $0 == 0 }) { throw .status(release.isModern ? 400 : 500) }
    do throws(FileTrouble) {
      return try world.files.status(of: world.path(filename))
    } catch {
      switch error {
      case .missing: return nil
      case .notADirectory, .nameTooLong, .tooManyLinks:
        if release.isModern {
          tell("\(filename) cannot be a path here, which is an error 400", place)
          throw .status(400, .opaque("the text of a path error"))
        }
        if error == .notADirectory { return nil }
        throw .status(500, .opaque("the text of a path error"))
      case .denied:
        tell("\(filename) may not be read, which is an error 403", place, .file(world.path(filename), .denied))
        throw .status(403, .opaque("the text of a path error"))
      default: throw .unknown("what the file system says about \(filename)")
      }
    }
  }

  // MARK: - Hidden files

  private func hidePatterns(_ patterns: [ByteText]) throws(CaddyInterruption) -> [ByteText] {
    var result: [ByteText] = []
    for pattern in patterns {
      let text = try all(pattern)
      result.append(text.contains("/") ? CaddyPath.clean(ByteText(world.path(text))) : text)
    }
    return result
  }

  private func isHidden(_ filename: ByteText, _ patterns: [ByteText]) -> Bool {
    guard !patterns.isEmpty else { return false }
    let path = CaddyPath.clean(ByteText(world.path(filename)))
    for pattern in patterns {
      if !pattern.contains("/") {
        if path.pieces("/").contains(where: { PathPattern.matches(pattern, $0) == true }) { return true }
      } else if path.hasPrefix(pattern), path.from(pattern.count).hasPrefix("/") {
        return true
      }
      if PathPattern.matches(pattern, path) == true { return true }
    }
    return false
  }

  // MARK: - The file itself

  private func send(
    _ filename: ByteText, _ status: FileStatus, _ options: CaddyFileServer, _ place: Place?, _ sink: CaddyResponseWriter
  ) throws(CaddyInterruption) {
    if status.mode & 0o004 == 0, choose(2, "whether Caddy may read \(filename), which is not open to everybody") == 1 {
      throw .status(403, .opaque("the text of a path error"))
    }
    if !options.precompressed.isEmpty {
      if release.isModern { client.headers.add("Vary", "Accept-Encoding") }
      if requestHeaders.values("Accept-Encoding") != nil {
        tell("a compressed copy of the file may be sent instead", place)
      }
    } else if release.isModern {
      client.headers.add("Vary", "Accept-Encoding")
    }
    // 2.6 serves files to every method.
    if release.isModern, method != "GET", method != "HEAD", fault == nil {
      client.headers.add("Allow", "GET, HEAD")
      tell(
        "file_server serves GET and HEAD only, so \(method) is an error 405", place,
        .file(world.path(filename), .wrongMethod))
      throw .status(405)
    }
    let etag = Self.etag(status, release)
    if let etag { client.headers.set("Etag", etag) }
    if client.headers.first("Content-Type").isEmpty, !hasForeignType {
      client.headers.set("Content-Type", CaddyContentType.of(filename).map { [$0] } ?? [])
    }
    var override: Int?
    if let fault { override = fault.hasStatus && fault.status > 0 ? fault.status : 500 }
    if !options.status.isEmpty {
      override = try number(options.status)
    }
    let path = world.path(filename)
    tell("Caddy serves \(filename)" + (override.map { " with status \($0)" } ?? ""), place, .file(path, .found))
    let writer = override.map { $0 > 0 ? CaddyStatusOverride(sink, $0) : sink } ?? sink
    try CaddyContent(self, path: path, status: status, etag: etag).serve(to: writer)
  }

  /// The entity tag, when the file's time is known.
  private static func etag(_ status: FileStatus, _ release: CaddyRelease) -> ByteText? {
    guard let modified = status.modified else { return nil }
    let seconds = modified / 1_000_000_000
    if release.isModern {
      return seconds == 0 || seconds == 1
        ? nil : ByteText("\"" + String(modified, radix: 36) + "-" + String(status.size, radix: 36) + "\"")
    }
    return ByteText("\"" + String(seconds, radix: 36) + String(status.size, radix: 36) + "\"")
  }
}

/// Types by a file's extension: Go's own table (`mime.TypeByExtension`).
enum CaddyContentType {
  /// Nil when the machine's own table decides or nothing is known; Caddy then sends no type.
  static func of(_ filename: ByteText) -> ByteText? { known[CaddyPath.fileExtension(filename).lowercased.string] }

  private static let known: [String: ByteText] = [
    ".avif": "image/avif", ".css": "text/css; charset=utf-8", ".gif": "image/gif", ".htm": "text/html; charset=utf-8",
    ".html": "text/html; charset=utf-8", ".jpeg": "image/jpeg", ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json", ".mjs": "text/javascript; charset=utf-8", ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webp": "image/webp", ".xml": "text/xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
  ]
}
