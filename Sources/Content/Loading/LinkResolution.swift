internal import Diagnostics
internal import Markdown

/// Looks up where the links of a Markdown file lead and reports those that lead nowhere.
struct LinkResolution {
  let file: MarkdownFile
  let index: PageIndex
  /// With a slash at its end; empty for the content folder itself.
  private let folder: String

  init(_ file: MarkdownFile, _ index: PageIndex) {
    self.file = file
    self.index = index
    let path = file.name.path
    folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  func targets(into report: inout Report) -> [LinkTarget] {
    file.body.links.map { target(of: $0.destination, isImage: $0.kind == .image, at: $0.place, into: &report) }
  }

  /// The paths in the content folder that the file's links and front matter lead to, whether there is anything or not.
  func paths() -> [String] {
    let written =
      file.body.links.map(\.destination) + file.front.texts("related").map(\.value)
      + [file.front.text("article")].compactMap { $0 }
    return written.compactMap { destination in
      guard !destination.isEmpty, !Self.hasScheme(destination) else { return nil }
      let path = destination.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }
      return path.isEmpty ? nil : RelativePath.resolve(Self.percentDecoded(Substring(path)), from: folder)
    }
  }

  /// The page a front matter field names by its relative `.md` path.
  func page(_ field: Located<String>, into report: inout Report) -> SitePath? {
    if case .page(let path, _) = target(of: field.value, isImage: false, at: field.place, into: &report) { return path }
    return nil
  }

  private func target(
    of destination: String, isImage: Bool, at place: Place, into report: inout Report
  ) -> LinkTarget {
    if destination.isEmpty { return .broken }
    if Self.hasScheme(destination) || destination.hasPrefix("//") { return .external(destination) }
    let mark = destination.utf8.firstIndex(of: UInt8(ascii: "#")) ?? destination.endIndex
    let (written, behind) = (destination[..<mark], Substring(destination.utf8[mark...].dropFirst()))
    let fragment = behind.isEmpty ? nil : Self.percentDecoded(behind)
    if written.isEmpty { return ownFragment(fragment, at: place, into: &report) }
    if destination.hasPrefix("/") {
      report.add(
        Diagnostic(
          "absolute-link", "the link starts at the server's root, which is not known here", at: place,
          notes: ["the site must work under any path, and from a folder on disk"],
          help:
            "write the relative path of the `.md` file: \(suggestion(for: String(written.drop { $0 == "/" })) ?? "../topic/article.md")"
        ))
      return .broken
    }
    let relative = Self.percentDecoded(Substring(written.utf8.prefix { $0 != UInt8(ascii: "?") }))
    guard let path = RelativePath.resolve(relative, from: folder) else {
      report.add(dead(relative, isImage: isImage, note: "the path climbs out of the content folder", at: place))
      return .broken
    }
    if path.hasSuffix(".md") {
      guard let page = index.page(path, language: file.name.language) else {
        if index.drafts.contains(path) {
          report.add(
            Diagnostic(
              "link-to-draft", "the link leads to a draft", at: place, notes: ["\(path) says `draft: true`"],
              help: "publish it, or build with --drafts"))
        } else if index.withheld.contains(path) {
          report.add(
            Diagnostic(
              "link-to-withheld", "the link leads to a built-in text that this site does not publish", at: place,
              notes: ["`help` in site.yaml says which built-in texts are published"],
              help: "write `help: all` there, or copy the text out: `interlude eject \(path)`"))
        } else {
          report.add(dead(relative, isImage: isImage, note: "there is no \(path)", at: place))
        }
        return .broken
      }
      return pageTarget(page, fragment, relative, at: place, into: &report)
    }
    if index.files.contains(path) { return .asset(SitePath(path)) }
    report.add(dead(relative, isImage: isImage, note: "there is no \(path)", at: place))
    return .broken
  }

  private func ownFragment(_ fragment: String?, at place: Place, into report: inout Report) -> LinkTarget {
    guard let fragment else { return .fragment("") }
    let ids = file.headings
    if ids.contains(fragment) || fragment.hasPrefix("fn") { return .fragment(fragment) }
    report.add(deadAnchor(fragment, ids, page: "this page", at: place))
    return .broken
  }

  private func pageTarget(
    _ page: PageIndex.Page, _ fragment: String?, _ relative: String, at place: Place, into report: inout Report
  ) -> LinkTarget {
    guard let fragment, !page.fragments.contains(fragment) else { return .page(page.path, fragment: fragment) }
    report.add(deadAnchor(fragment, page.fragments.sorted(), page: relative, at: place))
    // An author's own page may lack a heading that a text of ours leads to; then the page has to do.
    return file.isBuiltIn ? .page(page.path, fragment: nil) : .broken
  }

  private func dead(_ written: String, isImage: Bool, note: String, at place: Place) -> Diagnostic {
    Diagnostic(
      isImage ? "missing-image" : "dead-link", isImage ? "the image does not exist" : "the link leads nowhere",
      at: place, notes: [note], help: suggestion(for: written, isImage: isImage).map { "did you mean `\($0)`?" })
  }

  private func deadAnchor(_ fragment: String, _ ids: [String], page: String, at place: Place) -> Diagnostic {
    Diagnostic(
      "dead-anchor", "\(page) has no heading `#\(fragment)`", at: place,
      notes: ids.isEmpty ? ["it has no headings"] : [],
      help: NearestName.of(fragment, among: ids).map { "did you mean `#\($0)`?" })
  }

  /// The relative path somebody probably meant: of a page, or with `isImage` of any other file.
  private func suggestion(for written: String, isImage: Bool = false) -> String? {
    guard let path = RelativePath.resolve(written, from: folder) else { return nil }
    if isImage { return index.picture(like: path).map { RelativePath.from(folder, to: $0) } }
    let asPage = [path + ".md", path + "/index.md"].first { index.pages[$0] != nil }
    return (asPage ?? index.page(like: path)).map { RelativePath.from(folder, to: $0) }
  }

  /// Whether the text begins with a URI scheme (RFC 3986, section 3.1).
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first,
      isLetter(first)
    else { return false }
    return text.utf8[..<colon].allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  private static func percentDecoded(_ part: some StringProtocol) -> String {
    var text = String(part)
    guard text.withUTF8({ $0.contains(UInt8(ascii: "%")) }) else { return text }
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
