public import Packing

extension Site {
  /// Writes what a site is besides its pages: settings and languages.
  public func packFrame(into writer: inout PackedWriter) {
    settings.pack(into: &writer)
    writer.list(locales) { $1.pack(into: &$0) }
  }

  /// A site without pages, from what `packFrame` wrote.
  public init(frame reader: inout PackedReader) {
    let settings = Settings(from: &reader)
    let locales = reader.list { Locale(from: &$0) }
    if locales.isEmpty || settings.languages.isEmpty { reader.reject() }
    self.init(
      settings: settings, locales: locales, errors: [], articles: [:], topics: [:], translatedErrors: [:],
      catalogue: SignatureCatalogue(causes: [], signatures: []), assets: [])
  }
}
