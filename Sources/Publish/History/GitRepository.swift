internal import Packing

/// The Git repository that a folder lies in, as far as its files tell without running Git (gitrepository-layout(5)).
public struct GitRepository: Sendable {
  /// The repository's own files: `.git`, or for a linked worktree the folder that its `.git` file names.
  let folder: String
  /// Where branches are kept; for a linked worktree that is the main one's folder.
  private let common: String

  /// Nil where there is no repository around `folder`.
  public init?(around folder: String) {
    var place = Disk.realPath(folder) ?? folder
    while true {
      let candidate = place == "/" ? "/.git" : place + "/.git"
      if let status = Disk.status(candidate, followingLink: true) {
        guard let found = status.kind == .folder ? candidate : Self.linked(candidate, in: place) else { return nil }
        self.folder = found
        let shared = Self.line(found + "/commondir")
        common = shared.map { $0.hasPrefix("/") ? $0 : found + "/" + $0 } ?? found
        return
      }
      guard place != "/", let slash = place.lastIndex(of: "/") else { return nil }
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
  }

  /// Changes with the commit that is checked out. A few small files are read, no program is run.
  public var state: UInt64 {
    var hash = Hash64()
    let head = Self.line(folder + "/HEAD") ?? ""
    hash.combine(head)
    if head.hasPrefix("ref: ") {
      let name = String(head.dropFirst("ref: ".count))
      hash.combine(Self.line("\(common)/\(name)") ?? packed(name))
    }
    hash.combine(Self.line(common + "/shallow"))
    // Repositories that keep their branches in tables name the newest of them here.
    for table in Self.lines(common + "/reftable/tables.list") { hash.combine(String(table)) }
    return hash.value
  }

  /// The commits whose parents a shallow clone left out. To Git they look as if they had added every file.
  var boundary: Set<String> { Set(Self.lines(common + "/shallow").map(String.init)) }

  private func packed(_ name: String) -> String? {
    Self.lines(common + "/packed-refs").first { $0.hasSuffix(" " + name) }.map { String($0.prefix { $0 != " " }) }
  }

  /// What a `.git` file leads to: `gitdir: PATH`.
  private static func linked(_ file: String, in place: String) -> String? {
    guard let line = line(file), line.hasPrefix("gitdir: ") else { return nil }
    let path = String(line.dropFirst("gitdir: ".count))
    return path.hasPrefix("/") ? path : place + "/" + path
  }

  private static func line(_ path: String) -> String? { lines(path).first.map(String.init) }

  private static func lines(_ path: String) -> [Substring] {
    guard let (bytes, _) = try? Disk.readStamped(path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
