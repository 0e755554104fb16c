public import Content
public import Diagnostics

/// Reads what an author wrote from the disk into values.
public enum SourceFolder {
  /// The `content` folder of `source`. Hidden files and editors' backups are left out. A folder that is not there is
  /// empty; one that cannot be listed is reported.
  public static func content(of source: String, jobs: Int, into report: inout Report) async -> ContentFolder {
    let name = join(source, "content")
    return ContentFolder(name: name, files: await files(below: name, jobs: jobs, into: &report))
  }

  /// The site's own templates, by path below `templates/`.
  public static func templates(of source: String, jobs: Int, into report: inout Report) async -> [String: Source] {
    let name = join(source, "templates")
    var templates: [String: Source] = [:]
    for file in await files(below: name, jobs: jobs, into: &report) {
      switch file.contents {
      case .bytes(let bytes): templates[file.path] = Source(name: join(name, file.path), bytes: bytes)
      case .unreadable(let reason):
        report.add(
          Diagnostic("unreadable-file", "the file cannot be read: \(reason)", at: Place(file: join(name, file.path))))
      }
    }
    return templates
  }

  private static func files(below root: String, jobs: Int, into report: inout Report) async -> [ContentFolder.File] {
    guard Disk.status(root, followingLink: true) != nil else { return [] }
    do {
      let paths = try FolderListing(root, followingLinks: true).entries.filter { entry in
        (entry.kind != .folder || isNamedLikeAFile(entry.path)) && !isHidden(entry.path)
      }.map(\.path)
      return await Parallel.map(paths, jobs: jobs) { path in
        do throws(DiskError) {
          return ContentFolder.File(path: path, contents: .bytes(try Disk.read("\(root)/\(path)")))
        } catch {
          return ContentFolder.File(path: path, contents: .unreadable(error.reason))
        }
      }
    } catch {
      report.add(
        Diagnostic("unreadable-folder", "the folder cannot be listed: \(error.reason)", at: Place(file: error.path)))
      return []
    }
  }

  /// A folder called `x.md` is a page that cannot be read, rather than no page at all.
  private static func isNamedLikeAFile(_ path: String) -> Bool {
    [".md", ".yaml", ".mustache"].contains { path.hasSuffix($0) }
  }

  private static func isHidden(_ path: String) -> Bool {
    path.hasSuffix("~") || path.split(separator: "/").contains { $0.hasPrefix(".") || $0.hasPrefix("#") }
  }

  private static func join(_ folder: String, _ path: String) -> String {
    folder == "." || folder.isEmpty ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
}
