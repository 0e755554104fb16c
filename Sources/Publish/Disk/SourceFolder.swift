public import Content
public import Diagnostics
internal import Packing

/// An author's folder as it was read: the values that a build starts from, and the stamps by which a later build sees
/// what has changed since.
public struct SourceSnapshot: Sendable {
  public let content: ContentFolder
  /// The site's own templates, by path below `templates/`.
  public let templates: [String: Source]
  public let inputs: InputTable
  /// Where texts wait that are too many for memory; nil if they are not.
  public let store: ScratchFile?
}

/// Reads what an author wrote from the disk into values.
public enum SourceFolder {
  /// The `content` folder of `source`. Hidden files and editors' backups are left out. A folder that is not there is
  /// empty; one that cannot be listed is reported.
  public static func content(of source: String, jobs: Int, into report: inout Report) async -> ContentFolder {
    let (content, _, problems) = await read("content", of: source, jobs: jobs)
    report.add(problems)
    return content
  }

  /// Everything that a build reads. `now` is the present in nanoseconds since 1970.
  ///
  /// - Parameter shelf: takes the texts of articles as soon as there are many.
  public static func snapshot(
    of source: String, now: Int64, jobs: Int, shelf: TextShelf? = nil, into report: inout Report
  ) async -> SourceSnapshot {
    let ((content, contentInputs, problems), (own, templateInputs, ownProblems)) = await Parallel.both(jobs: jobs) {
      await read("content", of: source, jobs: jobs, shelf: shelf)
    } _: {
      await read("templates", of: source, jobs: jobs)
    }
    report.add(problems)
    report.add(ownProblems)
    var templates: [String: Source] = [:]
    for file in own.files {
      if case .unreadable(let reason) = file.contents {
        report.add(
          Diagnostic(
            "unreadable-file", "the file cannot be read: \(reason)", at: Place(file: join(own.name, file.path))))
      }
      templates[file.path] = file.contents.bytes.map { Source(name: join(own.name, file.path), bytes: $0) }
    }
    return SourceSnapshot(
      content: content, templates: templates, inputs: InputTable(contentInputs + templateInputs, now: now),
      store: shelf?.store)
  }

  private static func read(
    _ folder: String, of source: String, jobs: Int, shelf: TextShelf? = nil
  ) async -> (content: ContentFolder, inputs: [StampTable.Entry], report: Report) {
    var report = Report()
    let root = join(source, folder)
    guard let status = Disk.status(root, followingLink: true) else {
      return (ContentFolder(name: root, files: []), [.init(path: folder, kind: .absent, stamp: .none)], report)
    }
    do throws(DiskError) {
      let boundary = Disk.realPath(source.isEmpty ? "." : source) ?? source
      guard Disk.isBelow(boundary, root) else { throw DiskError("list", root, reason: leadsOut) }
      let listing = try FolderListing(root, followingLinksBelow: boundary, namesOnly: true).entries.filter {
        !isHidden($0.path)
      }
      let files = listing.filter { $0.kind != .folder || isNamedLikeAFile($0.path) }
      let read = await Parallel.map(files, jobs: jobs) { file -> (ContentFolder.File, StampTable.Entry) in
        let name = "\(folder)/\(file.path)"
        do throws(DiskError) {
          if let trouble = FileName.trouble(file.path) { throw DiskError("read", name, reason: trouble) }
          if file.kind == .link { throw DiskError("read", name, reason: leadsOut) }
          let (bytes, stamp) = try Disk.readStamped("\(root)/\(file.path)")
          return (
            ContentFolder.File(path: file.path, contents: shelf?.take(bytes, of: file.path) ?? .bytes(bytes)),
            .init(path: name, kind: .file, stamp: stamp, hash: Hash64.of(bytes))
          )
        } catch {
          return (
            ContentFolder.File(path: file.path, contents: .unreadable(error.reason)),
            .init(path: name, kind: .file, stamp: .none)
          )
        }
      }
      let folders = listing.filter { $0.kind == .folder && !isNamedLikeAFile($0.path) }.map {
        StampTable.Entry(path: "\(folder)/\($0.path)", kind: .folder, stamp: $0.stamp)
      }
      return (
        ContentFolder(name: root, files: read.map(\.0)),
        [.init(path: folder, kind: .folder, stamp: status.stamp)] + folders + read.map(\.1), report
      )
    } catch {
      report.add(
        Diagnostic("unreadable-folder", "the folder cannot be listed: \(error.reason)", at: Place(file: error.path)))
      return (ContentFolder(name: root, files: []), [.init(path: folder, kind: .folder, stamp: .none)], report)
    }
  }

  /// Who builds another's site must not have files of his own published with it.
  private static let leadsOut = "it is a symbolic link that leads out of the site's folder, or to nothing"

  /// A folder called `x.md` is a page that cannot be read, rather than no page at all.
  static func isNamedLikeAFile(_ path: String) -> Bool {
    [".md", ".yaml", ".mustache"].contains { path.hasSuffix($0) }
  }

  /// Whether a new file is one that a build would read without a word: neither hidden nor with a name that is told.
  public static func isReadable(_ path: String) -> Bool { !isHidden(path) && FileName.trouble(path) == nil }

  static func isHidden(_ path: String) -> Bool {
    var isFirst = true
    for byte in path.utf8 {
      if isFirst, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "#") { return true }
      isFirst = byte == UInt8(ascii: "/")
    }
    return path.utf8.last == UInt8(ascii: "~")
  }

  public static func join(_ folder: String, _ path: String) -> String {
    folder == "." || folder.isEmpty ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
}
