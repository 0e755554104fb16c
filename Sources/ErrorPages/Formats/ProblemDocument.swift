internal import Content
internal import Escaping

/// The error for programs: as problem details in JSON and XML (RFC 9457), and as a few lines of plain text.
struct ProblemDocument: Sendable {
  private let subject: ErrorPages.Subject
  private let settings: Settings

  init(_ subject: ErrorPages.Subject, settings: Settings) {
    self.subject = subject
    self.settings = settings
  }

  /// The title is the reason phrase in every language, as section 3.1.3 asks for one that does not change.
  private var members: [(name: String, value: JSON)] {
    var members: [(String, JSON)] = [
      ("type", .string(subject.links.codePage ?? "about:blank")),
      ("title", .string(subject.reason)),
      ("detail", .string(subject.text.short)),
    ]
    // Optional (RFC 9457, section 3.1.2), and unknown where the page is for a class.
    if !subject.isForClass { members.insert(("status", .int(subject.definition.code)), at: 2) }
    if let article = subject.links.article { members.append(("help", .string(article))) }
    return members
  }

  var json: String {
    JSON.object(members.map { JSON.Member($0.name, $0.value) }).serialized(.indented) + "\n"
  }

  /// In the namespace of RFC 9457, appendix B.
  var xml: String {
    let language = XML.escape(subject.locale.language)
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<problem xmlns=\"urn:ietf:rfc:7807\">\n"
    for (name, value) in members {
      let attribute = name == "detail" ? " xml:lang=\"\(language)\"" : ""
      xml += "  <\(name)\(attribute)>\(XML.escape(Self.plain(value)))</\(name)>\n"
    }
    return xml + "</problem>\n"
  }

  var text: String {
    var lines = ["\(subject.shownCode) \(subject.reason)", subject.text.short]
    if let until = subject.until { lines.append("\(label("until")): \(until.text)") }
    if let article = subject.links.article { lines.append("\(label("help")): \(article)") }
    if let status = settings.status { lines.append("\(label("status")): \(status)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func label(_ key: String) -> String { subject.locale.page[key] ?? "" }

  private static func plain(_ value: JSON) -> String {
    switch value {
    case .string(let text): text
    case .int(let number): String(number)
    default: ""
    }
  }
}
