internal import ArgumentParser
internal import Checks
internal import Diagnostics
internal import Foundation
internal import Proxies
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

  @Option(
    help:
      "The release of the proxy, where it matters: for Caddy 2.6 or 2.11. When absent, the newest, or that of the program that is asked."
  )
  var release: String?

  @Option(
    name: .customLong("env"),
    help: "A file of KEY=VALUE lines with Caddy's environment, besides this process's own. May be repeated.")
  var environmentFiles: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("further")],
    help: "A file or folder that HAProxy reads after the first, as with a second -f of its own. May be repeated.")
  var furtherFiles: [String] = []

  /// The environment of the proxy's process: this one's, and what the files say.
  func environment() throws -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in environmentFiles {
      let bytes: [UInt8]
      do { bytes = try DiskFiles().read(name) } catch {
        throw UnreadableInput(message: "\(name) \(error.explanation)")
      }
      let file = EnvironmentFile(bytes)
      if let line = file.brokenLine {
        throw UnreadableInput(message: "\(name):\(line) is not of the form KEY=VALUE")
      }
      environment.merge(file.variables) { $1 }
    }
    return environment
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

  /// What reading and tracing a proxy's configuration depends on.
  func machine(of proxy: any Proxy, _ files: DiskFiles) throws -> Machine {
    guard furtherFiles.isEmpty || proxy.takesFurtherFiles else {
      throw ValidationError("--further is not for \(proxy.kind.rawValue), which reads one file and what that includes.")
    }
    var machine = Machine(
      files: files, prefix: prefix ?? proxy.usualPrefix, isWholeMachine: root != nil,
      knownFolders: try mappings().map(\.from), release: release, environment: try environment())
    machine.workingDirectory = FileManager.default.currentDirectoryPath
    machine.furtherFiles = furtherFiles.map(pathOnProxy)
    return machine
  }

  /// Whether the kind of proxy that was told is one whose configuration can be read.
  var isReadable: Bool { proxy.map { ProxyList.proxy(named: $0) != nil } ?? true }

  /// The options themselves, for a command that is to see the same machine.
  var arguments: [String] {
    var words: [String] = []
    for (name, value) in [("--proxy", proxy), ("--prefix", prefix), ("--root", root), ("--release", release)] {
      if let value { words += [name, value] }
    }
    for mapping in map { words += ["--map", mapping] }
    for file in environmentFiles { words += ["--env", file] }
    for file in furtherFiles { words += ["--further", file] }
    return words
  }

  /// A file as the proxy's machine calls it: `--root /r` with `/r/etc/nginx/nginx.conf` means `/etc/nginx/nginx.conf`.
  func pathOnProxy(_ file: String) -> String {
    guard let root else { return file }
    let folder = root.hasSuffix("/") ? String(root.dropLast()) : root
    return file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count)) : file
  }

  /// The proxy that a file is for: as told, or as its name and text suggest.
  func proxy(of file: String, _ files: DiskFiles) throws -> any Proxy {
    let names = ProxyList.all.map(\.kind.rawValue)
    if let proxy {
      if let known = ProxyList.proxy(named: proxy) { return known }
      let near = NearestName.of(proxy, among: names).map { "; did you mean \($0)?" } ?? "."
      throw ValidationError("--proxy '\(proxy)' is not a kind of proxy known here\(near)")
    }
    let bytes: [UInt8]
    var path = pathOnProxy(file)
    // A folder is one configuration for HAProxy; its first file tells.
    if (try? files.status(of: path))?.kind == .directory,
      let first = try? files.names(in: path).filter({ $0.hasSuffix(".cfg") }).min()
    {
      path = PathText.join(path, first)
    }
    do { bytes = try files.read(path) } catch {
      throw UnreadableInput(message: "\(file) \(error.explanation)")
    }
    switch ProxyList.guess(path: path, bytes: bytes) {
    case .proxy(let proxy): return proxy
    case .unsupported(let other):
      throw UnreadableInput(message: "\(file) is \(other.name); Interlude cannot read it yet")
    case .unknown:
      let ways = names.map { "--proxy \($0)" }
      let all = ways.dropLast().joined(separator: ", ") + " or " + (ways.last ?? "")
      throw ValidationError("\(file) does not tell which proxy it is for; say \(all).")
    }
  }

  /// The releases that a proxy can be told are few.
  func validate() throws {
    guard let release else { return }
    guard !ProxyList.all.contains(where: { $0.knows(release) }) else { return }
    let known = ProxyList.all.flatMap(\.releases).joined(separator: ", ")
    throw ValidationError("--release '\(release)' is none of \(known).")
  }
}

/// A file that a command needs and cannot read; ends the program with status 2.
struct UnreadableInput: Error {
  let message: String
}
