internal import ArgumentParser
internal import Checks
internal import Diagnostics
internal import ProxyConfig

/// Which machine a configuration is for, and where its files are on this one.
struct ProxyOptions: ParsableArguments {
  @Option(help: "The kind of proxy; guessed from the file when absent.")
  var proxy: String?

  @Option(help: "Where relative paths start (what 'nginx -p' takes).")
  var prefix: String?

  @Option(help: "A folder to take for the root of the proxy's machine.")
  var root: String?

  @Option(help: "A folder of the proxy's machine that is elsewhere on this one: FROM=TO. May be repeated.")
  var map: [String] = []

  @Option(help: "The release of Caddy: 2.6 or 2.11.")
  var release = CaddyRelease.release211.rawValue

  func caddyRelease() throws -> CaddyRelease {
    guard let known = CaddyRelease(release) else {
      throw ValidationError(
        "--release '\(release)' is none of \(CaddyRelease.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return known
  }

  /// The disk as the proxy sees it.
  func files() throws -> DiskFiles { DiskFiles(root: root ?? "", mappings: try mappings()) }

  func mappings() throws -> [DiskFiles.Mapping] {
    try map.map { text in
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw ValidationError("--map '\(text)' is not of the form FROM=TO.")
      }
      return .init(from: String(text[..<equals]), to: String(text[text.index(after: equals)...]))
    }
  }

  /// What reading and tracing a configuration of a kind depends on.
  func options(_ kind: ProxyKind, _ files: DiskFiles) throws -> Project.Options {
    Project.Options(
      files: files, prefix: prefix ?? (kind == .nginx ? "/usr/share/nginx" : ""), isWholeMachine: root != nil,
      knownFolders: try mappings().map(\.from), release: try caddyRelease())
  }

  /// The options themselves, for a command that is to see the same machine.
  var arguments: [String] {
    var words: [String] = []
    for (name, value) in [("--proxy", proxy), ("--prefix", prefix), ("--root", root)] {
      if let value { words += [name, value] }
    }
    for mapping in map { words += ["--map", mapping] }
    return release == CaddyRelease.release211.rawValue ? words : words + ["--release", release]
  }

  /// A file as the proxy's machine calls it: `--root /r` with `/r/etc/nginx/nginx.conf` means `/etc/nginx/nginx.conf`.
  func pathOnProxy(_ file: String) -> String {
    guard let root else { return file }
    let folder = root.hasSuffix("/") ? String(root.dropLast()) : root
    return file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count)) : file
  }

  /// The kind of a file: as told, or as its name and text suggest.
  func kind(of file: String, _ files: DiskFiles) throws -> ProxyKind {
    if let proxy {
      if let kind = ProxyKind(rawValue: proxy) { return kind }
      let near = NearestName.of(proxy, among: ProxyKind.allCases.map(\.rawValue)).map { "; did you mean \($0)?" } ?? "."
      throw ValidationError("--proxy '\(proxy)' is not a kind of proxy known here\(near)")
    }
    let bytes: [UInt8]
    do { bytes = try files.read(pathOnProxy(file)) } catch {
      throw UnreadableInput(message: "\(file) \(error.explanation)")
    }
    guard let kind = ProxyKind.guess(path: file, bytes: bytes) else {
      throw ValidationError("\(file) does not tell which proxy it is for; say --proxy nginx.")
    }
    return kind
  }
}

/// A file that a command needs and cannot read; ends the program with status 2.
struct UnreadableInput: Error {
  let message: String
}
