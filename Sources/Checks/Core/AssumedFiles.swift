import Diagnostics
public import ProxyConfig

/// The files of the proxy's machine, as far as they are here.
///
/// A configuration is often checked where its pages are not: in a repository, on a build machine. When the folder a
/// `root` names does not exist at all, the error pages in it, and scripts, are taken to be there; a folder that does
/// exist is believed.
public struct AssumedFiles: FileView {
  private let base: any FileView
  /// Folders that `root` and `alias` name and that are not on this machine.
  private let absent: Set<String>
  private let present: Set<String>
  /// The names of files that are taken to be there.
  let names: Set<String>
  /// Patterns of file names, with `*`.
  private let patterns: [ByteText]
  /// Nobody knows where the proxy's process is started, which is where relative paths begin.
  private let isStartedAnywhere: Bool
  private let machine: Machine
  private let main: String

  /// - Parameters:
  ///   - main: the main file of the configuration.
  ///   - folders: those the configuration serves files from.
  ///   - names: of the pages that are taken to be there; `patterns` the same with `*`.
  public init(
    _ options: Machine, main: String, folders: Set<String>, names: @autoclosure () -> Set<String>,
    patterns: [ByteText] = [], elsewhere: Set<String> = []
  ) {
    base = RememberedFiles(options.files)
    (machine, self.main) = (options, main)
    isStartedAnywhere = options.prefix.isEmpty && !options.isWholeMachine
    let folders = options.isWholeMachine ? [] : folders
    let absent = elsewhere.union(folders.filter { !options.believes($0, main: main) })
    self.absent = absent
    present = folders.subtracting(absent)
    // Most patterns are plain names: they are looked up, not tried one after the other.
    let isPlain = { (pattern: ByteText) in !pattern.contains { "*?[\\".utf8.contains($0) } }
    let plain = patterns.filter(isPlain).map(\.string)
    self.names = absent.isEmpty && !isStartedAnywhere ? [] : names().union(plain)
    self.patterns = patterns.filter { !isPlain($0) }
  }

  public func read(_ path: String) throws(FileTrouble) -> [UInt8] { try base.read(path) }
  public func names(in directory: String) throws(FileTrouble) -> [String] { try base.names(in: directory) }

  /// What is certainly there.
  func seenStatus(of path: String) throws(FileTrouble) -> FileStatus { try base.status(of: path) }

  public func status(of path: String) throws(FileTrouble) -> FileStatus {
    do throws(FileTrouble) { return try base.status(of: path) } catch {
      // Nothing is below a file that is here.
      if error == .notADirectory { throw error }
      guard isElsewhere(path), !path.hasSuffix("/"), !path.contains(AssumedName.belowScript) else { throw error }
      let name = PathText.name(path)
      guard names.contains(name) || name.hasSuffix(".php") || patterns.contains(where: { Self.fits(name, $0) }) else {
        throw error
      }
      // A page is not empty.
      return FileStatus(kind: .file, size: 4096)
    }
  }

  public func mayBeElsewhere(_ path: String) -> Bool { !machine.believes(PathText.parent(path), main: main) }

  public func assumedNames(in folder: String) -> [AssumedName] {
    guard isElsewhere(folder) else { return [] }
    let stars = patterns.filter { pattern in !pattern.contains { "?[\\".utf8.contains($0) } }
    return names.sorted().map { AssumedName(ByteText($0)) } + [AssumedName("*.php")] + stars.map { AssumedName($0) }
  }

  private static func fits(_ name: String, _ pattern: ByteText) -> Bool {
    PathPattern.matches(pattern, ByteText(name)) == true
  }

  /// Whether a path lies in a folder that is not on this machine: the nearest folder that is named decides.
  public func isElsewhere(_ path: String) -> Bool {
    if isStartedAnywhere, !path.hasPrefix("/") {
      let folder = PathText.parent(path)
      return folder.isEmpty || folder == "." || !base.exists(folder)
    }
    guard !absent.isEmpty else { return false }
    var folder = PathText.normal(path)
    while true {
      if absent.contains(folder) { return true }
      if present.contains(folder) || folder == "/" || folder.isEmpty { return false }
      folder = PathText.parent(folder)
    }
  }
}
