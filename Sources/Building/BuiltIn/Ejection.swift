public import Content
public import Diagnostics
internal import Foundation
internal import Publish
public import Starter

/// Which files a site gets when somebody asks for some of the program's.
public struct Ejection {
  private let source: String
  private let own: ContentFolder

  /// - Parameter own: the author's files below `source`.
  public init(source: String, own: ContentFolder) {
    (self.source, self.own) = (source, own)
  }

  /// What can be asked for.
  public static var names: [String] {
    BuiltInContent.folder.files.map(\.path).filter { $0 != "site.yaml" && $0.contains("/") }
      + Starter.templates.map { "templates/\($0.path)" }
  }

  /// Files by where they are to be written; what stands in the way is reported, and then nothing should be written.
  public func files(_ paths: [String], into report: inout Report) -> [Starter.File] {
    guard own.files.contains(where: { $0.path == "site.yaml" }) else {
      report.add(
        Diagnostic(
          "missing-site", "there is no site to copy anything into", at: Place(file: own.name + "/site.yaml"),
          help: "go to the folder that holds content/, or name it with --source; `interlude init` lays one down"))
      return []
    }
    let layered = own.layered(over: BuiltInContent.folder)
    var files: [Starter.File] = []
    for path in paths {
      guard let found = found(Self.normal(path), in: layered) else {
        report.add(unknown(path))
        continue
      }
      files += found.filter { file in !files.contains { $0.path == file.path } }
    }
    for file in files where FileManager.default.fileExists(atPath: file.path) {
      report.add(
        Diagnostic(
          "file-exists", "the site has this file already", at: Place(file: file.path),
          notes: ["nothing is ever overwritten, and nothing was written"],
          help: "move it away first to begin from ours again"))
    }
    if keepsLayer(with: files) { return files }
    report.add(
      Diagnostic(
        "layer-lost", "with a code and a language of its own, the site would lose all other built-in ones",
        at: Place(file: own.name + "/site.yaml"),
        notes: ["where content/ has both and site.yaml says nothing of `help`, nothing lies underneath"],
        help: "write `help: all` (or codes, or none) into site.yaml first"))
    return []
  }

  /// Whether what lies underneath now does so with further files, too.
  private func keepsLayer(with files: [Starter.File]) -> Bool {
    guard own.writtenHelp == nil, !own.isWhole else { return true }
    let start = own.name + "/"
    let added = files.filter { $0.path.hasPrefix(start) }.map {
      ContentFolder.File(path: String($0.path.dropFirst(start.count)), contents: .bytes([]))
    }
    return !ContentFolder(name: own.name, files: own.files + added).isWhole
  }

  /// A file, with those of its translations that the site shows: an original of the site's own hides all of ours.
  private func found(_ path: String, in layered: ContentFolder) -> [Starter.File]? {
    let templates = "templates/"
    if path.hasPrefix(templates) {
      return Starter.templates.first { templates + $0.path == path }.map {
        [.init(path: SourceState.path(in: source, path), bytes: $0.bytes)]
      }
    }
    guard path != "site.yaml", let bytes = layered.ejected(path, from: BuiltInContent.folder) else { return nil }
    var files = [Starter.File(path: "\(own.name)/\(path)", bytes: bytes)]
    if path.hasSuffix(".md") {
      let stem = path.dropLast("md".count)
      let translations = layered.files.map(\.path).filter { other in
        other.hasPrefix(stem) && other.hasSuffix(".md") && other != path
          && !other.dropFirst(stem.count).dropLast(".md".count).contains { $0 == "/" || $0 == "." }
      }
      files += translations.compactMap { other in
        layered.files.contains { $0.path == other && $0.isBuiltIn }
          ? layered.ejected(other, from: BuiltInContent.folder).map { .init(path: "\(own.name)/\(other)", bytes: $0) }
          : nil
      }
    }
    return files
  }

  /// The path as it stands in the binary, for one written from the site's folder.
  private static func normal(_ path: String) -> String {
    var path = path
    if path.hasPrefix("./") { path = String(path.dropFirst(2)) }
    return path.hasPrefix("content/") ? String(path.dropFirst("content/".count)) : path
  }

  private func unknown(_ path: String) -> Diagnostic {
    let wanted = Self.normal(path)
    let names = Self.names
    let name = wanted.split(separator: "/").last.map(String.init) ?? wanted
    let same = names.first { $0.hasSuffix("/\(name)") || $0.hasSuffix("/\(name).md") || $0.hasSuffix("/\(name).yaml") }
    let nearest = same ?? NearestName.of(wanted, among: names)
    return Diagnostic(
      "unknown-file", "no “\(path)” comes with the program", at: Place(file: wanted),
      help: nearest.map { "did you mean `\($0)`?" } ?? "`interlude eject --list` prints all there are")
  }
}
