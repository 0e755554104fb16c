public import Diagnostics

extension SiteLoader {
  /// What each file in `locales/` covers of the codes in `errors/`, by language tag; without those that cannot be read,
  /// which are reported.
  public func coverage() async -> (codes: [Int], languages: [LanguageCoverage], report: Report) {
    var report = Report()
    let reader = FolderReader(folder)
    let codes = reader.paths.compactMap { path -> Int? in
      guard let key = MarkdownFileName(path: path, languages: [])?.errorKey else { return nil }
      return Int(key)
    }
    let tags = reader.localeTags
    let locales = await LocaleLoader(reader: reader).load(tags, site: tags, from: [], jobs: options.jobs, into: &report)
    let known = Set(codes).sorted()
    return (known, locales.map { LanguageCoverage($0, codes: known) }, report)
  }
}
