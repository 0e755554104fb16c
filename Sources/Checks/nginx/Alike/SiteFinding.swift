import Diagnostics

/// A finding at a template, ready to be told of any server of the class.
struct SiteFinding: Sendable {
  private struct Part: Sendable {
    /// Nil for a place outside the class's own files.
    let spots: (SiteTemplate.Spot, SiteTemplate.Spot)?
    let place: Place
    let text: [StandInWords.Part]

    init?(_ place: Place, _ text: String, _ template: SiteTemplate) {
      guard let text = template.words.parts(of: text) else { return nil }
      if place.source.name == template.source.name {
        guard let start = template.spot(at: place.range.lowerBound), let end = template.spot(at: place.range.upperBound)
        else { return nil }
        spots = (start, end)
      } else {
        spots = nil
      }
      (self.place, self.text) = (place, text)
    }

    func place(at member: SiteClasses.Member) -> Place {
      guard let spots else { return place }
      let start = spots.0.offset(in: member.text)
      return member.source.place(start..<max(start, spots.1.offset(in: member.text)))
    }

    func text(at member: SiteClasses.Member) -> String { SiteFinding.text(text, member) }
  }

  private let id: String
  private let severity: Severity
  private let message: Part
  private let notes: [[StandInWords.Part]]
  private let help: [StandInWords.Part]?
  private let related: [Part]
  private let fix: [Part]
  private let evidence: Shown?

  /// The request that shows the finding, in words.
  private struct Shown: Sendable {
    let file: String
    let arguments: [[StandInWords.Part]]
    let answer: [StandInWords.Part]

    init?(_ evidence: any Evidence, _ words: StandInWords) {
      file = evidence.file
      arguments = evidence.arguments.compactMap(words.parts)
      guard let answer = words.parts(of: evidence.answer), arguments.count == evidence.arguments.count else {
        return nil
      }
      self.answer = answer
    }
  }

  /// The same request to another server.
  private struct ToldEvidence: Evidence {
    let file: String
    let arguments: [String]
    let answer: String
  }

  /// Nil for a finding that cannot be told of others: it speaks of another class, or of part of a made-up word.
  init?(_ diagnostic: Diagnostic, _ template: SiteTemplate, outside: (Place) -> Bool) {
    func part(_ place: Place, _ text: String) -> Part? {
      guard place.source.name == template.source.name || outside(place) else { return nil }
      return Part(place, text, template)
    }
    (id, severity) = (diagnostic.id, diagnostic.severity)
    guard let message = part(diagnostic.place, diagnostic.message) else { return nil }
    self.message = message
    let notes = diagnostic.notes.compactMap(template.words.parts)
    let related = diagnostic.related.compactMap { part($0.place, $0.message) }
    let fix = diagnostic.fix.compactMap { part($0.place, $0.replacement) }
    guard notes.count == diagnostic.notes.count, related.count == diagnostic.related.count,
      fix.count == diagnostic.fix.count
    else { return nil }
    (self.notes, self.related, self.fix) = (notes, related, fix)
    evidence = diagnostic.evidence.flatMap { Shown($0, template.words) }
    if diagnostic.evidence != nil, evidence == nil { return nil }
    guard let text = diagnostic.help else {
      help = nil
      return
    }
    guard let help = template.words.parts(of: text) else { return nil }
    self.help = help
  }

  func told(of member: SiteClasses.Member) -> Diagnostic {
    Diagnostic(
      id, severity, message.text(at: member), at: message.place(at: member),
      notes: notes.map { Self.text($0, member) }, help: help.map { Self.text($0, member) },
      related: related.map { .init($0.text(at: member), at: $0.place(at: member)) },
      fix: fix.map { .init(replace: $0.place(at: member), with: $0.text(at: member)) },
      evidence: evidence.map { shown in
        ToldEvidence(
          file: shown.file, arguments: shown.arguments.map { Self.text($0, member) },
          answer: Self.text(shown.answer, member))
      })
  }

  private static func text(_ parts: [StandInWords.Part], _ member: SiteClasses.Member) -> String {
    if parts.count == 1, case .text(let text) = parts[0] { return text }
    var text = ""
    for part in parts {
      switch part {
      case .text(let own): text += own
      case .value(let number): if number < member.text.values.count { text += member.text.values[number].text }
      }
    }
    return text
  }
}

extension Diagnostic {
  /// Whether a reader would see no difference.
  func isSame(as other: Diagnostic) -> Bool {
    id == other.id && severity == other.severity && message == other.message && place.equals(other.place)
      && notes == other.notes && help == other.help
      && related.elementsEqual(other.related) { $0.message == $1.message && $0.place.equals($1.place) }
      && evidence?.arguments == other.evidence?.arguments && evidence?.answer == other.evidence?.answer
      && fix.elementsEqual(other.fix) { $0.replacement == $1.replacement && $0.place.equals($1.place) }
  }
}

extension Place {
  fileprivate func equals(_ other: Place) -> Bool { source.name == other.source.name && range == other.range }
}
