internal import Diagnostics

/// What `signatures/*.yaml` say by themselves, before anything is known of articles.
struct SignatureFiles: Sendable {
  static let causesPath = "signatures/causes.yaml"

  /// The list of causes; nil if there is none.
  let causes: Record?
  private(set) var signatures: [Signature] = []
  /// Lines that tell of no trouble.
  private(set) var harmless: [SignatureText] = []
  let report: Report

  init(_ reader: FolderReader) {
    var report = Report()
    causes = Self.record(Self.causesPath, Schemas.causeFile, "causes.yaml", reader, &report)
    for path in reader.paths where Self.contains(path) && path != Self.causesPath {
      guard let record = Self.record(path, Schemas.signatureFile, "a signature file", reader, &report) else { continue }
      let reader = SignatureReader(
        defaults: .init(
          component: record.text("component"), seen: record.text("seen"),
          formats: Set(record.texts("formats").compactMap { LogFormat(rawValue: $0.value) })))
      signatures += record.records("signatures").compactMap { reader.signature($0, into: &report) }
      harmless += record.texts("harmless").compactMap { reader.text(of: $0, into: &report) }
    }
    self.report = report
  }

  /// Whether the file at this path is one of them.
  static func contains(_ path: String) -> Bool {
    path.hasPrefix("signatures/") && path.hasSuffix(".yaml") && path.split(separator: "/").count == 2
  }

  private static func record(
    _ path: String, _ shape: ObjectShape, _ subject: String, _ reader: FolderReader, _ report: inout Report
  ) -> Record? {
    guard let source = reader.source(path, into: &report),
      let yaml = YAMLDocument(source, range: 0..<source.bytes.count, into: &report)
    else { return nil }
    return ShapeCheck(document: yaml, subject: subject).record(shape, into: &report)
  }
}
