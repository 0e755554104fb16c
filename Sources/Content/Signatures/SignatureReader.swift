internal import Diagnostics

/// Makes signatures from checked entries of a signature file or of an article's front matter.
struct SignatureReader {
  /// What an entry has when it says nothing itself.
  struct Defaults {
    var component: String?
    var cause: String?
    var rank = Signature.usualRank
    var seen: String?
    var formats: Set<LogFormat> = []
    var article: SitePath?
  }

  let defaults: Defaults

  /// Nil when the entry lacks what makes a signature; that has been reported.
  func signature(_ entry: Record, into report: inout Report) -> Signature? {
    guard let component = entry.text("component") ?? defaults.component,
      let cause = entry.text("cause") ?? defaults.cause
    else { return nil }
    var fields = Signature.Fields()
    fields.termination = entry.text("termination")
    fields.flag = entry.text("flag")
    fields.statuses = entry.integers("answers").map(\.value)
    let written = entry.oneOrMore("text")
    let texts = written.compactMap { text(of: $0, into: &report) }
    guard texts.count == written.count else { return nil }
    if texts.isEmpty, fields.isEmpty {
      report.add(
        Diagnostic(
          "empty-signature", "the signature says nothing about the line", at: entry.place,
          help: "add `text: …`, the literal part of the line with variable parts written `<name>`"))
      return nil
    }
    let formats = Set(entry.texts("formats").compactMap { LogFormat(rawValue: $0.value) })
    return Signature(
      component: component, cause: cause, texts: texts, fields: fields, status: entry.integer("status"),
      confidence: entry.text("confidence").flatMap(Signature.Confidence.init(rawValue:)) ?? .high,
      rank: entry.integer("rank") ?? defaults.rank, formats: formats.isEmpty ? defaults.formats : formats,
      seen: entry.text("seen") ?? defaults.seen, origin: entry.text("origin"),
      samples: entry.oneOrMore("sample").map(\.value), also: also(entry, into: &report), note: entry.text("note"),
      article: defaults.article,
      place: entry.place)
  }

  private func also(_ entry: Record, into report: inout Report) -> [String] {
    let others = entry.texts("also")
    if let first = others.first, entry.text("note") == nil {
      report.add(
        Diagnostic(
          "signature-without-note", "the signature names other causes and not what tells them apart", at: first.place,
          help: "add `note: …`: what to look at next when the line appears"))
    }
    return others.map(\.value)
  }

  func text(of written: Located<String>, into report: inout Report) -> SignatureText? {
    do throws(SignatureText.Problem) {
      return try SignatureText(written.value)
    } catch {
      let (message, help) =
        switch error {
        case .unknownKind(let kind):
          (
            "a variable part is of the kind “\(kind)”, which does not exist",
            NearestName.of(kind, among: SignatureText.Kind.allCases.map(\.rawValue)).map { "did you mean `\($0)`?" }
              ?? "there are: \(SignatureText.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
          )
        case .adjacentVariables:
          ("two variable parts stand side by side", "write one, or put the literal text that parts them in between")
        case .tooShort:
          (
            "no literal piece has \(SignatureText.shortestPiece) characters",
            "add more of the line's fixed text, so that it is not found everywhere"
          )
        }
      report.add(Diagnostic("bad-signature", message, at: written.place, help: help))
      return nil
    }
  }
}

extension Record {
  /// The texts of a field that takes one text or a list of them.
  public func oneOrMore(_ name: String) -> [Located<String>] {
    located(name).map { [$0] } ?? texts(name)
  }
}
