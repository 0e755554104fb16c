internal import Content
internal import Diagnostics
internal import Theme

/// Holds the rendered files against their budgets. A file that is too large is an error that says what made it large.
struct SizeCheck {
  private let pages: ErrorPages

  init(_ pages: ErrorPages) {
    self.pages = pages
  }

  /// The worst file of each format is reported, with the number of others; they nearly always share the reason.
  func report(_ files: [RenderedFile], into report: inout Report) {
    let numbers = files.indices.filter { files[$0].exceedsLimit }
    for format in Format.allCases {
      let tooLarge = numbers.map { files[$0] }.filter { $0.format == format }
      guard let worst = tooLarge.max(by: { excess($0) < excess($1) }) else { continue }
      report.add(diagnostic(for: worst, others: tooLarge.count - 1))
    }
    reportMissingRetry(files, into: &report)
  }

  private func reportMissingRetry(_ files: [RenderedFile], into report: inout Report) {
    let lacking = files.indices.filter { files[$0].lacksRetry }.map { files[$0] }
    guard let first = lacking.first else { return }
    let (place, help, shares) = cause(of: first)
    let others = lacking.count == 1 ? "" : " and \(lacking.count - 1) more"
    report.add(
      Diagnostic(
        "no-room-for-retry", .info,
        "\(first.packPath)\(others) cannot try again by \(others.isEmpty ? "itself" : "themselves"): no room for the script",
        at: place, notes: ["the plain link is there", shares].filter { !$0.isEmpty },
        help: help + ", or write `errorPages: {automaticRetry: false}` in site.yaml"))
  }

  /// How far beyond its budget a file is, as a share of it; 0 or less when it fits.
  private func excess(_ file: RenderedFile) -> Double {
    let limit = file.format.limit
    var raw = Double(file.file.bytes.count) / Double(limit.bytes)
    if let characters = limit.characters { raw = max(raw, Double(file.characters) / Double(characters)) }
    guard let gzipLimit = limit.gzipBytes, let gzip = file.gzipBytes else { return raw - 1 }
    return max(raw, Double(gzip) / Double(gzipLimit)) - 1
  }

  private func diagnostic(for file: RenderedFile, others: Int) -> Diagnostic {
    let limit = file.format.limit
    let count = file.file.bytes.count
    var sizes = "\(count) bytes (\(limit.bytes) fit)"
    if let limit = limit.characters { sizes += ", \(file.characters) characters (\(limit) fit)" }
    if let gzip = file.gzipBytes, let gzipLimit = limit.gzipBytes { sizes += ", \(gzip) in gzip (\(gzipLimit) fit)" }
    let (place, help, shares) = cause(of: file)
    var notes = shares.isEmpty ? [] : [shares]
    if others > 0 { notes.append(others == 1 ? "one more file is too large" : "\(others) more files are too large") }
    return Diagnostic("page-too-large", "\(file.packPath) has \(sizes)", at: place, notes: notes, help: help)
  }

  /// The heading stands there twice.
  private func nanoShares(_ file: RenderedFile) -> String {
    let text = file.text
    let words = text.heading.utf16.count * 2 + text.happened.utf16.count
    return "heading \(text.heading.utf16.count) twice, what happened \(text.happened.utf16.count), "
      + "markup and names \(file.characters - words) characters"
  }

  /// Where most of the bytes come from, and what to do about it.
  private func cause(of file: RenderedFile) -> (place: Place, help: String, shares: String) {
    let text = file.definition.page.source.place(0..<0)
    if file.format == .nano,
      let template = pages.sources.replaced.contains("error/nano.mustache")
        ? pages.sources.files["error/nano.mustache"] : nil
    {
      return (template.place(0..<0), "shorten the template, or go back to the built-in one", nanoShares(file))
    }
    if file.format == .nano {
      return (text, "shorten `happened` of this code in locales/\(file.language).yaml", nanoShares(file))
    }
    guard file.format == .html || file.format == .http else { return (text, "shorten the code's `short` text", "") }
    let logo = pages.site.settings.logo
    let logoBytes = (logo?.svg.utf8.count ?? 0) + (logo?.dark?.svg.utf8.count ?? 0)
    let styleBytes = pages.styles[file.language]?.text.utf8.count ?? 0
    let rest = file.file.bytes.count - logoBytes - styleBytes
    let shares = "logo \(logoBytes), style sheet \(styleBytes), text and markup \(rest) bytes"
    if let logo, logoBytes > 1500 {
      return (logo.place, "simplify the logo: fewer points, no metadata, one decimal", shares)
    }
    let replaced = pages.sources.replaced.filter { $0.hasPrefix("assets/") && $0.hasSuffix(".css") }.sorted()
    if let sheet = replaced.first.flatMap({ pages.sources.files[$0] }), styleBytes > rest {
      return (sheet.place(0..<0), "shorten the style sheet, or go back to the built-in one", shares)
    }
    return (text, "shorten the visitor's text of this code in locales/\(file.language).yaml", shares)
  }
}
