internal import Diagnostics
internal import Markdown

/// Reports pages that would overwrite one another.
enum PageNames {
  static func check(_ files: [MarkdownFile], into report: inout Report) {
    var first: [String: MarkdownFile] = [:]
    first.reserveCapacity(files.count)
    for file in files {
      // File systems that ignore case would keep only one of two names that differ by case.
      let key = file.name.page.inLanguage(file.name.language).text.lowercased()
      guard let other = first.updateValue(file, forKey: key) else { continue }
      first[key] = other
      report.add(
        Diagnostic(
          "duplicate-slug", "another file makes the same page, /\(key)", at: file.source.place(0..<0),
          help: "rename one of the two files", related: [.init("the other file", at: other.source.place(0..<0))]))
    }
    checkCodes(files, into: &report)
    checkAliases(files, pages: first, into: &report)
  }

  private static func checkCodes(_ files: [MarkdownFile], into report: inout Report) {
    var first: [String: Place] = [:]
    for file in files {
      guard case .errorDefinition = file.name.kind, let code = file.front.integer("code"),
        let place = file.front.place(of: "code")
      else { continue }
      let key = "\(file.name.language ?? "")/\(code)"
      if let other = first[key] {
        report.add(
          Diagnostic(
            "duplicate-code", "\(code) is defined twice", at: place, related: [.init("first defined here", at: other)]))
      } else {
        first[key] = place
      }
    }
  }

  private static func checkAliases(_ files: [MarkdownFile], pages: [String: MarkdownFile], into report: inout Report) {
    var first: [String: Place] = [:]
    for file in files {
      for alias in file.front.texts("aliases") {
        let key = String(alias.value.drop { $0 == "/" }).lowercased()
        if let page = pages[key] {
          report.add(
            Diagnostic(
              "alias-taken", "the alias is the address of a page", at: alias.place,
              related: [.init("made from this file", at: page.source.place(0..<0))]))
        } else if let other = first[key] {
          report.add(
            Diagnostic(
              "duplicate-alias", "two pages claim this alias", at: alias.place, related: [.init("also here", at: other)]
            ))
        } else {
          first[key] = alias.place
        }
      }
    }
  }
}
