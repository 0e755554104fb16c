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

  init(_ subject: ErrorPages.Subject, _ format: Format, bytes: [UInt8]) {
    definition = subject.definition
    language = subject.locale.language
    self.format = format
    file = OutputFile(path: "\(ErrorPages.folder)/\(language)/\(definition.key).\(format.rawValue)", bytes: bytes)
    sha256 = Fingerprint(bytes).hex
    gzipBytes = format == .html ? GzipSize.of(bytes) : nil
  }

  var sizeClass: SizeClass? { .of(bytes: file.bytes.count, gzipBytes: gzipBytes) }

  /// Relative to the pack, as a proxy's configuration names it: `en/502.html`.
  var packPath: String { String(file.path.dropFirst(ErrorPages.folder.count + 1)) }
}
