import Diagnostics
import ProxyConfig

/// Where a path leads on disk (`ngx_http_map_uri_to_path`) and whether the worker may open it.
extension NginxRun {
  /// The text of `root` or `alias` in effect, how much of the path it replaces, and the directive.
  struct Root {
    let text: ByteText
    /// Bytes of the path that `alias` stands for; nil for a regex location, where it stands for all of them.
    let replaced: Int?
    let isAlias: Bool
    let directive: Directive?
  }

  mutating func root() throws(Undecided) -> Root {
    if let rule = world.machine.facts[scope].root {
      let (directive, isAlias) = (rule.directive, rule.isAlias)
      var word = rule.word
      // nginx looks for the slash in front before it takes the one at the end away: "root /;" is the whole disk.
      let isAbsolute = word.first == UInt8(ascii: "/")
      if !isAlias, word.last == UInt8(ascii: "/") { word.removeLast() }
      var text = try evaluate(word: word)
      if !isAbsolute, text.first != UInt8(ascii: "/") { text = ByteText(world.machine.prefix) + text }
      var replaced: Int? = 0
      if isAlias { replaced = aliasLength(rule.scope) }
      return Root(text: text, replaced: replaced, isAlias: isAlias, directive: directive)
    }
    return Root(text: ByteText(world.machine.prefix + "html"), replaced: 0, isAlias: false, directive: nil)
  }

  /// The length of the name of the location an `alias` stands in; nil in a regex location.
  func aliasLength(_ scope: Int) -> Int? {
    for outer in model.chain(from: scope) {
      switch outer.name {
      case .regex: return nil
      case .exact(let name), .prefix(let name, _), .named(let name): return name.count
      case nil: continue
      }
    }
    return 0
  }

  /// The file for the current path; nil where nginx cannot use `alias` because the path was rewritten.
  mutating func filePath() throws(Undecided) -> (path: ByteText, root: Root)? {
    let root = try root()
    if let word = model.value(.disableSymlinks, in: scope), word != "off" {
      throw Undecided(reason: "whether the file is reached through a symbolic link, which disable_symlinks forbids")
    }
    if root.isAlias, !resource.isLocationValid { return nil }
    guard let replaced = root.replaced else { return (root.text + (resource.addsURIToAlias ? resource.uri : ""), root) }
    return (root.text + resource.uri.from(replaced), root)
  }

  /// What `open` says about a path.
  enum OpenResult: Sendable { case file(FileStatus), directory, other, missing, notADirectory, denied, failed }

  /// Whether nginx opens a file to find out that it is there: what it remembers are open files.
  var opensToLook: Bool { model.value("open_file_cache", in: scope).map { $0 != "off" } ?? false }

  /// - Parameter isOptional: what is looked for need not be there, so that an unseen folder is taken not to have it.
  func look(_ path: ByteText, opening: Bool, isOptional: Bool = false) -> OpenResult {
    if path.isWatched { return lookWatched(path, opening: opening, isOptional: isOptional) }
    if let known = world.machine.looks {
      return known.look(path, opening: opening) { lookAnew(path, opening: opening) }
    }
    let found = lookAnew(path, opening: opening)
    guard case .missing = found, !isOptional, world.machine.files.isUnseen(path.string) else { return found }
    let reason = "whether \(path.string) exists: its folder is not on this machine"
    return decider.choose(2, because: reason) == 0 ? .file(FileStatus(kind: .file)) : .missing
  }

  func lookAnew(_ path: ByteText, opening: Bool) -> OpenResult {
    if path.contains(0) { return .missing }
    let status: FileStatus
    do throws(FileTrouble) { status = try world.machine.files.status(of: path.string) } catch {
      switch error {
      case .missing: return .missing
      case .notADirectory, .nameTooLong: return .notADirectory
      case .denied, .tooManyLinks: return .denied
      default: return .failed
      }
    }
    if !WorkerAccess(model: model, files: world.machine.files, prefix: world.machine.prefix).mayReach(
      path.string, status, opening: opening)
    {
      return .denied
    }
    switch status.kind {
    case .file: return .file(status)
    case .directory: return .directory
    case .other: return .other
    }
  }
}

/// Whether the worker's user may open a file. Workers usually run as somebody with no rights of his own.
struct WorkerAccess {
  let model: NginxModel
  let files: any FileView
  let prefix: String

  func mayReach(_ path: String, _ status: FileStatus, opening: Bool) -> Bool {
    guard model.workerUser != "root" else { return true }
    if opening, !grants(status, others: 0o004, owner: 0o400) { return false }
    var parent = PathText.parent(path)
    while parent != "/", parent != "" {
      if let folder = try? files.status(of: parent), !grants(folder, others: 0o001, owner: 0o100),
        !holdsConfiguration(parent)
      {
        return false
      }
      parent = PathText.parent(parent)
    }
    return true
  }

  private func grants(_ status: FileStatus, others: UInt32, owner: UInt32) -> Bool {
    if status.mode & others != 0 { return true }
    // A group other than root's was chosen for somebody, most likely for the worker.
    if status.mode & (others << 3) != 0, status.group != 0 { return true }
    return status.mode & owner != 0 && status.owner != 0
  }

  /// A folder the configuration or the prefix lies in can be entered, whoever runs nginx.
  private func holdsConfiguration(_ folder: String) -> Bool {
    model.tree.main.name.hasPrefix(folder + "/") || prefix.hasPrefix(folder + "/")
  }
}
