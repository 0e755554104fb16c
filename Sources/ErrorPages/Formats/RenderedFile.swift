internal import Content
internal import Theme

/// A file of the pack with what the manifest says about it.
struct RenderedFile: Sendable {
  let definition: ErrorDefinition
  let language: String
  let format: Format
  let file: OutputFile
  let sha256: String
  /// Only pages are served compressed, so only their gzip size is worked out.
  let gzipBytes: Int?
  let name: String
  let text: VisitorText
  /// There was no room for the box that lets the page try again by itself.
  var lacksRetry = false

  /// Whether a proxy fills it in. Such a page stands in for another one and is not in the manifest.
  let isLive: Bool

  /// - Parameter folder: Where the languages' folders are, below the pack; for live pages only.
  init(_ subject: ErrorPages.Subject, _ format: Format, bytes: [UInt8], in folder: String? = nil) {
    isLive = folder != nil
    definition = subject.definition
    language = subject.locale.language
    self.format = format
    name = subject.name
    text = subject.text
    file = OutputFile(
      path: "\(ErrorPages.folder)/\(folder.map { $0 + "/" } ?? "")\(language)/\(subject.name).\(format.fileExtension)",
      bytes: bytes)
    sha256 = Fingerprint(bytes).hex
    gzipBytes = format == .html ? GzipSize.of(bytes) : nil
  }

  var sizeClass: SizeClass? { .of(bytes: file.bytes.count, characters: characters, gzipBytes: gzipBytes) }

  /// Whether the file is too large for its format.
  var exceedsLimit: Bool {
    let limit = format.limit
    if file.bytes.count > limit.bytes { return true }
    if let most = limit.characters, characters > most { return true }
    if let most = limit.gzipBytes, let gzipBytes, gzipBytes > most { return true }
    return false
  }

  /// In UTF-16. Only counted where it matters: for what could be in the smallest class.
  var characters: Int {
    file.bytes.count > SizeClass.nano.bytes ? file.bytes.count : String(decoding: file.bytes, as: UTF8.self).utf16.count
  }

  /// Whether the page is for one status code, rather than for a class of them or for planned work.
  var isForOneCode: Bool { name == definition.key }

  /// Relative to the pack, as a proxy's configuration names it: `en/502.html`.
  var packPath: String { String(file.path.dropFirst(ErrorPages.folder.count + 1)) }
}
