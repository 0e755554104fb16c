internal import Diagnostics

/// Finds signatures that claim the same lines for different causes, so that chance would decide between them.
struct CatalogueCheck {
  let signatures: [Signature]

  init(_ signatures: [Signature]) {
    self.signatures = signatures
  }

  func run(into report: inout Report) {
    var claims: [Claim: [Signature]] = [:]
    for signature in signatures {
      let pieces = signature.texts.isEmpty ? [[]] : signature.texts.map(\.pieces)
      for claim in Set(pieces.map { Claim(pieces: $0, fields: signature.fields) }) {
        if let first = claims[claim]?.first(where: { Self.collide($0, signature) }) {
          report.add(problem(first, signature))
        }
        claims[claim, default: []].append(signature)
      }
    }
  }

  /// What a line must show; names and kinds of variable parts make no difference.
  private struct Claim: Hashable {
    let pieces: [String]
    let fields: Signature.Fields
  }

  private static func collide(_ first: Signature, _ second: Signature) -> Bool {
    if first.rank != second.rank { return false }
    if !first.formats.isEmpty, !second.formats.isEmpty, first.formats.isDisjoint(with: second.formats) { return false }
    return true
  }

  private func problem(_ first: Signature, _ second: Signature) -> Diagnostic {
    if first.cause == second.cause {
      return Diagnostic(
        "duplicate-signature", "the signature stands in the catalogue twice", at: second.place,
        help: "keep one of them",
        related: [.init("first here", at: first.place)])
    }
    return Diagnostic(
      "ambiguous-signature", "the same text names `\(second.cause)` here and `\(first.cause)` elsewhere",
      at: second.place,
      notes: ["a line with it would be explained either way"],
      help: "give one of them another `rank:`, or more text, or other `formats:`",
      related: [.init("`\(first.cause)` here", at: first.place)])
  }
}
