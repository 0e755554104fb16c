public import Diagnostics
import ProxyConfig

/// A rule explained: for the terminal, and for the catalogue.
extension RuleDescription {
  /// "error", "warning", "info", with the security mark.
  public var grade: String { severity.rawValue + (isSecurity ? ", security" : "") }

  /// The text of `interlude rules ID`.
  public var text: String {
    """
    \(id) (\(grade))

    What it finds
      \(summary)

    Why it hurts
    \(whole.wrapped(to: 76, indent: "  "))

    Finds
    \(failing.map(\.shown).joined(separator: "\n\n"))

    Finds nothing in
    \(passing.map(\.shown).joined(separator: "\n\n"))

    To allow one finding, with the reason, on the line above it
      # interlude: allow \(id) because …

    """
  }

  /// Why it hurts, and which proxies are free of it.
  private var whole: String {
    ([rationale] + notFor.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)).joined(separator: " ")
  }

  /// What a report says of the rule.
  public var note: RuleNote {
    RuleNote(
      summary: summary.prefix(1).uppercased() + summary.dropFirst(), rationale: rationale, markdown: page,
      severity: severity, isSecurity: isSecurity)
  }

  /// The rule's page, without its title: for reports that show Markdown.
  public var page: String {
    """
    \(summary.prefix(1).uppercased() + summary.dropFirst()). Severity: \(grade).

    ## Why it matters

    \(whole)

    \(samples { $0.fenced })
    """
  }

  /// The text of the rule's article, whose title is the summary and whose description is the rationale's first sentence.
  var body: String {
    let rest = whole.dropFirst(firstSentence.count).trimmingPrefix(" ")
    return """
      Severity: \(grade).\(rest.isEmpty ? "" : "\n\n" + rest)

      \(samples { $0.fencedWithMarkedLines })
      """
  }

  /// The rationale up to its first full stop.
  var firstSentence: String {
    let end = rationale.firstRange(of: ". ")?.lowerBound ?? rationale.endIndex
    let sentence = String(rationale[..<end])
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }

  private func samples(_ fenced: ([Sample]) -> String) -> String {
    """
    ## Found in

    \(fenced(failing))

    ## Not found in

    \(fenced(passing))

    ## Allowing it

    To allow one finding, write the reason on the line above it:

    ```text
    # interlude: allow \(id) because …
    ```

    """
  }

  /// The rule's section of `CHECKS.md`.
  var markdown: String {
    """
    ### `\(id)`

    \(summary.prefix(1).uppercased() + summary.dropFirst()) (\(grade)).

    \(whole)

    Finds:

    \(failing.fenced)

    Finds nothing in:

    \(passing.fenced)

    """
  }
}

/// `CHECKS.md`: every rule with its samples.
public struct RuleCatalogue {
  let rules: [RuleDescription]

  public init(_ rules: [any Rule.Type]) { self.rules = rules.map { $0.description } }

  public var markdown: String {
    let table = rules.map { "| [`\($0.id)`](#\($0.id)) | \($0.grade) | \($0.summary) |" }
    return """
      # What `interlude check` finds

      Written from the rules' own descriptions; change those, not this file. `⟦` and `⟧` stand around what a rule points at.

      | rule | severity | what it finds |
      | --- | --- | --- |
      \(table.joined(separator: "\n"))

      ## The rules

      \(rules.map(\.markdown).joined(separator: "\n"))
      """
  }

  /// One line a rule, for `interlude rules`.
  public var list: String {
    let width = rules.map(\.id.count).max() ?? 0
    let grade = rules.map(\.grade.count).max() ?? 0
    return rules.map { rule in
      "\(rule.id.padded(to: width))  \(rule.grade.padded(to: grade))  \(rule.summary)\n"
    }.joined()
  }
}

extension [Sample] {
  /// The samples as Markdown, a fenced block for each proxy's language in turn.
  fileprivate var fenced: String {
    blocks.map { "```\($0[0].language)\n\($0.map(\.marked).joined(separator: "\n\n"))\n```" }.joined(separator: "\n\n")
  }

  /// The same for the help site, which marks whole lines, so that what a reader copies is what a file may hold.
  fileprivate var fencedWithMarkedLines: String {
    blocks.map { block in
      var lines: [Range<Int>] = []
      var first = 1
      for sample in block {
        let text = [UInt8](sample.text.utf8)
        let line = { (end: Int) in first + text[..<end].count { $0 == UInt8(ascii: "\n") } }
        for mark in sample.marks {
          let marked = line(mark.lowerBound)..<line(Swift.max(mark.lowerBound, mark.upperBound - 1)) + 1
          if lines.last != marked { lines.append(marked) }
        }
        first = line(text.count) + 2
      }
      let marks = lines.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)" }
      let mark = marks.isEmpty ? "" : " mark=\"\(marks.joined(separator: ","))\""
      return "```\(block[0].language)\(mark)\n\(block.map(\.text).joined(separator: "\n\n"))\n```"
    }.joined(separator: "\n\n")
  }

  private var blocks: [[Sample]] {
    var blocks: [[Sample]] = []
    for sample in self {
      if blocks.last?.last?.language == sample.language {
        blocks[blocks.count - 1].append(sample)
      } else {
        blocks.append([sample])
      }
    }
    return blocks
  }
}

extension Sample {
  /// The text with its marks.
  var marked: String {
    var bytes = Array(text.utf8)
    for mark in marks.reversed() {
      bytes.insert(contentsOf: Array("⟧".utf8), at: mark.upperBound)
      bytes.insert(contentsOf: Array("⟦".utf8), at: mark.lowerBound)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate var shown: String {
    marked.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// Lines of at most so many letters.
  fileprivate func wrapped(to width: Int, indent: String) -> String {
    var lines = [indent]
    for word in split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.count + word.count + 1 > width + indent.count, line.count > indent.count {
        lines.append(indent + word)
      } else {
        lines[lines.count - 1] = line.count == indent.count ? line + word : line + " " + word
      }
    }
    return lines.joined(separator: "\n")
  }
}
