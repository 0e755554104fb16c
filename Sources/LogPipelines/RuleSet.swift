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
    /// What the word behind Envoy's flags holds, in which Istio says more (`%RESPONSE_CODE_DETAILS%`).
    var details: TextRule?
  }

  init(_ catalogue: SignatureCatalogue, base: String?) {
    let ranked = catalogue.signatures.enumerated().map { index, signature in
      (index: index, signature: signature, label: Self.label(signature, catalogue, base))
    }
    var candidates: [(signature: Signature, rule: TextRule, isEscaped: Bool, order: (Int, Int, Int, String))] = []
    for (index, signature, label) in ranked where signature.fields.isEmpty || !signature.texts.isEmpty {
      for text in signature.texts {
        for (rule, isEscaped) in Self.rules(text, signature, label) {
          let order = (-signature.rank, -text.literalBytes, index, rule.pieces.joined())
          candidates.append((signature, rule, isEscaped, order))
        }
      }
    }
    candidates.sort { $0.order < $1.order }
    let kinds = LineKind.all.filter { !$0.isAccessLog }.map(Optional.some) + [nil]
    texts = kinds.compactMap { kind in
      let rules = candidates.filter { candidate in
        // In Envoy's JSON only its own members count: what a visitor wrote stands there, too, with quotation marks escaped.
        kind?.format == .envoy
          ? candidate.signature.formats.contains(.envoy) && !candidate.isEscaped
          : Self.applies(candidate.signature, to: kind?.format ?? .plain)
      }.map(\.rule)
      return rules.isEmpty ? nil : (kind, rules)
    }
    let details = candidates.filter { candidate in
      candidate.signature.component == LogFormat.envoy.rawValue && candidate.signature.formats.isEmpty
        && !candidate.isEscaped && candidate.rule.pieces.allSatisfy { !$0.contains(" ") }
    }.map {
      (
        rank: $0.signature.rank,
        rule: FieldRule(label: $0.rule.label, format: .envoy, fields: $0.signature.fields, details: $0.rule)
      )
    }
    let plain = ranked.filter { $0.signature.texts.isEmpty }
      .sorted { (-$0.signature.rank, $0.index) < (-$1.signature.rank, $1.index) }
      .flatMap { entry in
        let own = LogFormat(rawValue: entry.signature.component) ?? .access
        let formats = entry.signature.formats.isEmpty ? [own] : entry.signature.formats
        return LogFormat.allCases.filter { formats.contains($0) && AccessFields.formats.contains($0) }.map {
          (rank: entry.signature.rank, rule: FieldRule(label: entry.label, format: $0, fields: entry.signature.fields))
        }
      }
    // Of two of the same rank the one that says more comes first.
    fields = (details + plain).enumerated().sorted { (-$0.element.rank, $0.offset) < (-$1.element.rank, $1.offset) }
      .map(\.element.rule)
  }

  /// A signature's text as it may stand in a line: as it is, inside a JSON string, and beside each status that it wants.
  private static func rules(
    _ text: SignatureText, _ signature: Signature, _ label: Label
  ) -> [(rule: TextRule, isEscaped: Bool)] {
    let gaps = text.gaps.prefix(text.pieces.count - 1).map(\.kind)
    guard signature.fields.isEmpty else {
      // Only Envoy's JSON has a text and a status in one line, in any order.
      var rules: [(rule: TextRule, isEscaped: Bool)] = []
      for status in signature.fields.statuses {
        let answer = ["\"response_code\":\(status)"]
        rules.append((TextRule(label: label, pieces: answer + text.pieces, gaps: [.any] + gaps), false))
        rules.append((TextRule(label: label, pieces: text.pieces + answer, gaps: gaps + [.any]), false))
      }
      return rules
    }
    let escaped = text.pieces.map(Self.jsonEscaped)
    let rule = TextRule(label: label, pieces: text.pieces, gaps: gaps)
    return escaped == text.pieces
      ? [(rule, false)] : [(rule, false), (TextRule(label: label, pieces: escaped, gaps: gaps), true)]
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
