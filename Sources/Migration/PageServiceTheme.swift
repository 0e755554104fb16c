public import Diagnostics

/// A theme of another page service (tarampampam/error-pages), which is a template of Go's, as `templates/error/page.mustache`.
///
/// What has a counterpart becomes it: code, reason, description, the link home; a condition that always holds leaves its
/// content. What pages here never show (details of the request, names of services) is taken out and told, and so is whatever
/// cannot be said in Mustache, so that a person looks at just these places.
public struct PageServiceTheme {
  private let source: Source
  private let text: [UInt8]
  /// Actions by the bytes they take, with what is between the braces.
  private var actions: ArraySlice<(range: Range<Int>, code: String)> = []
  private var report = Report()
  private var depth = 0
  private static let deepest = 100

  public init(_ source: Source) {
    self.source = source
    text = source.bytes
    actions = Self.actions(of: text)[...]
  }

  /// Whether a file is such a template: it holds actions, and HTML around them.
  public static func isTheme(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("{{") && text.contains(/<(?i:!doctype html|html|body)\b/)
  }

  /// The template, with what is to be said of it.
  public mutating func converted(into report: inout Report) -> String {
    var at = 0
    var output = ""
    while at < text.count { output += block(&at).text }
    output = output.replacing(/<script[^>]*>\s*<\/script>\s*/, with: "")
    output = output.replacing(/<html\b[^>]*>/, with: #"<html lang="{{language}}" dir="{{direction}}">"#)
    if output.contains("data-l10n") {
      add(
        "page-service-theme-words", .info, 0..<0, "words of the theme itself stay in one language",
        "there is one page for each language, in the visitor's; texts of it are {{heading}}, {{happened}} and {{#labels}}…{{/labels}}"
      )
      output = output.replacing(/\sdata-l10n(="[^"]*")?/, with: "")
    }
    report.add(self.report)
    return output
  }

  /// What ends a block: nothing is left of the text, `else` or `end`.
  private enum Ending { case text, otherwise, end }

  /// The text up to the end of a block, converted.
  private mutating func block(_ at: inout Int) -> (text: String, ending: Ending) {
    var output = ""
    while let action = actions.first {
      output += plain(at..<action.range.lowerBound)
      at = action.range.upperBound
      actions.removeFirst()
      let word = action.code.prefix { !$0.isWhitespace }
      switch word {
      case "end": return (output, .end)
      case "else": return (output, .otherwise)
      case "if", "range", "with", "define", "block":
        let condition = action.code.dropFirst(word.count).trimmed
        guard depth < Self.deepest else {
          output += unknown(action)
          continue
        }
        depth += 1
        let before = self.report
        let (first, ending) = block(&at)
        let afterFirst = self.report
        // `else if` opens no block of its own.
        var other = ""
        if ending == .otherwise { other = block(&at).text }
        depth -= 1
        // What is left out is told once, and not what is in it.
        let isAlways = word == "if" && Self.always.contains(condition)
        self.report = isAlways ? afterFirst : before
        if isAlways {
          output += first
        } else {
          output += word == "if" ? choice(condition, other, action) : unknown(action)
        }
      default: output += value(action)
      }
    }
    output += plain(at..<text.count)
    at = text.count
    return (output, .text)
  }

  private func plain(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  /// Conditions that hold for every page.
  private static let always: Set = [
    ".Message", ".Description", ".StatusCode", "isNotEmpty .Message", "isNotEmpty .Description", ".Config.L10nDisabled",
  ]

  private mutating func choice(
    _ condition: String, _ otherwise: String, _ action: (range: Range<Int>, code: String)
  ) -> String {
    switch condition {
    case ".HomepageURL": return #"{{#actions}}<a href="{{url}}">{{label}}</a> {{/actions}}"#
    case "not .Config.L10nDisabled": return otherwise
    case ".Config.ShowRequestDetails":
      add(
        "page-service-theme-details", .warning, action.range, "details of the request are left out",
        "`errorPages: {liveValues: true}` in site.yaml has a reference, the time and the host; {{> partials/live}} shows them"
      )
      return otherwise
    default: return unknown(action)
    }
  }

  private mutating func value(_ action: (range: Range<Int>, code: String)) -> String {
    if action.code.hasPrefix("/*") { return "" }
    let parts = action.code.split(separator: "|").map { $0.trimmed }
    // Texts are escaped anyway, and never absent.
    let harmless: Set = ["escape", "toString", "str", "toInt", "int", "trim"]
    let fields = [".StatusCode": "code", ".Message": "reason", ".Description": "happened"]
    if let name = fields[parts[0]], parts.dropFirst().allSatisfy({ harmless.contains($0) || $0.hasPrefix("default ") })
    {
      return "{{\(name)}}"
    }
    if parts[0] == "l10nScript" { return "" }
    if Self.details.contains(parts[0]) {
      add(
        "page-service-theme-details", .warning, action.range, "\(parts[0]) is left out",
        "pages show nothing that a visitor or a cluster wrote; a reference, the time and the host come with liveValues")
      return ""
    }
    return unknown(action)
  }

  private static let details: Set = [
    ".OriginalURI", ".Namespace", ".IngressName", ".ServiceName", ".ServicePort", ".RequestID", ".ForwardedFor",
    ".Host",
  ]

  private mutating func unknown(_ action: (range: Range<Int>, code: String)) -> String {
    add(
      "page-service-theme-action", .warning, action.range,
      "{{ \(action.code) }} has no counterpart and is left out, with what it encloses",
      "a page is made once for each code and language, before anybody asks: interlude eject templates/error/page.mustache shows what there is to say"
    )
    return ""
  }

  private mutating func add(_ id: String, _ severity: Severity, _ range: Range<Int>, _ message: String, _ help: String)
  {
    report.add(Diagnostic(id, severity, message, at: source.place(range), help: help))
  }

  /// `{{ … }}`, where `{{-` and `-}}` take the white space beside them along.
  private static func actions(of text: [UInt8]) -> [(range: Range<Int>, code: String)] {
    var all: [(range: Range<Int>, code: String)] = []
    var at = 0
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    while at + 1 < text.count {
      guard text[at] == open, text[at + 1] == open else {
        at += 1
        continue
      }
      var end = at + 2
      while end + 1 < text.count, text[end] != close || text[end + 1] != close { end += 1 }
      guard end + 1 < text.count else { break }
      var (start, behind, inner) = (at, end + 2, at + 2..<end)
      if inner.count > 1, text[inner.lowerBound] == UInt8(ascii: "-") {
        inner = inner.lowerBound + 1..<inner.upperBound
        while start > (all.last?.range.upperBound ?? 0), text[start - 1].isSpace { start -= 1 }
      }
      if inner.count > 1, text[inner.upperBound - 1] == UInt8(ascii: "-") {
        inner = inner.lowerBound..<inner.upperBound - 1
        while behind < text.count, text[behind].isSpace { behind += 1 }
      }
      all.append((start..<behind, String(decoding: text[inner], as: UTF8.self)[...].trimmed))
      at = behind
    }
    return all
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
