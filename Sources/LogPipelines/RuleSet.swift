internal import Content

/// The signatures of a catalogue in the order in which they are to be tried, the first that fits counting.
struct RuleSet {
  /// By kind of line; `plain` is what no kind claims. Kinds without rules are left out.
  let texts: [(kind: LineKind?, rules: [TextRule])]
  let fields: [FieldRule]

  /// What a line is labelled with.
  struct Label {
    let component: String
    let cause: String
    let confidence: String
    let status: Int?
    let article: String?
  }

  /// A text that a line holds.
  struct TextRule {
    let label: Label
    let pieces: [String]
    /// Between each piece and the next.
    let gaps: [SignatureText.Kind]
  }

  /// A field of an access log.
  struct FieldRule {
    let label: Label
    let format: LogFormat
    let fields: Signature.Fields
  }

  init(_ catalogue: SignatureCatalogue, base: String?) {
    let ranked = catalogue.signatures.enumerated().map { index, signature in
      (index: index, signature: signature, label: Self.label(signature, catalogue, base))
    }
    var candidates: [(signature: Signature, rule: TextRule, order: (Int, Int, Int, String))] = []
    for (index, signature, label) in ranked where signature.fields.isEmpty {
      for text in signature.texts {
        for pieces in Set([text.pieces, text.pieces.map(Self.jsonEscaped)]) {
          let gaps = text.gaps.prefix(pieces.count - 1).map(\.kind)
          candidates.append(
            (
              signature, TextRule(label: label, pieces: pieces, gaps: gaps),
              (-signature.rank, -text.literalBytes, index, pieces.joined())
            )
          )
        }
      }
    }
    candidates.sort { $0.order < $1.order }
    let kinds = LineKind.all.filter { !$0.isAccessLog }.map(Optional.some) + [nil]
    texts = kinds.compactMap { kind in
      let rules = candidates.filter { Self.applies($0.signature, to: kind?.format ?? .plain) }.map(\.rule)
      return rules.isEmpty ? nil : (kind, rules)
    }
    fields = ranked.filter { $0.signature.texts.isEmpty }
      .sorted { (-$0.signature.rank, $0.index) < (-$1.signature.rank, $1.index) }
      .flatMap { entry in
        let own = LogFormat(rawValue: entry.signature.component) ?? .access
        let formats = entry.signature.formats.isEmpty ? [own] : entry.signature.formats
        return LogFormat.allCases.filter { formats.contains($0) && AccessFields.formats.contains($0) }.map {
          FieldRule(label: entry.label, format: $0, fields: entry.signature.fields)
        }
      }
  }

  /// As in `interlude explain`: a signature that names no format is looked for in its own program's lines and in those
  /// of no known program.
  private static func applies(_ signature: Signature, to format: LogFormat) -> Bool {
    signature.formats.isEmpty
      ? format == .plain || format.rawValue == signature.component : signature.formats.contains(format)
  }

  private static func label(_ signature: Signature, _ catalogue: SignatureCatalogue, _ base: String?) -> Label {
    let article = catalogue.article(for: signature)
    return Label(
      component: signature.component, cause: signature.cause, confidence: signature.confidence.rawValue,
      status: signature.status, article: article.map { page in base.map { page.absolute(below: $0) } ?? page.text })
  }

  /// As the piece stands inside a JSON string.
  private static func jsonEscaped(_ text: String) -> String {
    String(text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
  }
}
