internal import Content
internal import Escaping

/// `error-pages/manifest.json`: which file holds which code in which language and format, with its size and digest, so
/// that a proxy's configuration can be held against the pack it serves.
public struct Manifest: Sendable {
  let site: Site
  let pages: [RenderedFile]

  /// Raised when a reader of the old form could misread the new one.
  static let version = 1

  var file: OutputFile {
    OutputFile(path: "\(ErrorPages.folder)/manifest.json", text: text)
  }

  /// One line per file, by language, code and format, so that a change in one page is a change in a few lines.
  private var text: String {
    let head: [(String, JSON)] = [
      ("version", .int(Self.version)),
      ("defaultLanguage", .string(site.settings.defaultLanguage)),
      ("languages", .array(site.locales.map { .string($0.language) })),
      ("codes", .array(site.errors.map { .int($0.code) })),
      ("formats", .object(Format.allCases.map { .init($0.rawValue, .string($0.contentType)) })),
    ]
    let lines = head.map { "  \(JSON.quoted($0.0)): \($0.1.serialized())" }
    let files = pages.filter(\.isForOneCode).map { "    " + entry($0).serialized() }.joined(separator: ",\n")
    let general = pages.filter { !$0.isForOneCode }.map { "    " + entry($0).serialized() }.joined(separator: ",\n")
    return "{\n" + lines.joined(separator: ",\n") + ",\n  \"files\": [\n" + files + "\n  ],\n"
      + "  \"general\": [\n" + general + "\n  ]\n}\n"
  }

  private func entry(_ page: RenderedFile) -> JSON {
    var members: [JSON.Member] = [
      .init("file", .string(page.packPath)),
      page.isForOneCode ? .init("code", .int(page.definition.code)) : .init("name", .string(page.name)),
      .init("language", .string(page.language)),
      .init("format", .string(page.format.rawValue)),
      .init("bytes", .int(page.file.bytes.count)),
    ]
    if let gzip = page.gzipBytes { members.append(.init("gzip", .int(gzip))) }
    if let size = page.sizeClass { members.append(.init("class", .string(size.rawValue))) }
    members.append(.init("sha256", .string(page.sha256)))
    return .object(members)
  }
}
