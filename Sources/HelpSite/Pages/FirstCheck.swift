internal import Content
internal import Escaping
internal import Markdown
internal import Theme

/// The command that confirms a cause, shown above its text as well: whoever is on call has it on the first screen, before what
/// the symptom looks like. It is the first code of the second chapter, which is the same in every language (`CauseAnatomy`).
struct FirstCheck {
  static let schema = ViewSchema([
    .init("url", .text, "The chapter that says how to read the answer."),
    .init("title", .html, "That chapter's heading."),
    .init("question", .html, "The paragraph in front of the command; absent if it is long or there is none."),
    .init("name", .html, "Which variant of it, or which file; absent if there is but one."),
    .init("code", .html, "The command."),
  ])

  /// More bytes of markup than this push the command off a phone's first screen.
  private static let longestQuestion = 240

  let question: String?
  let name: String?
  let code: String

  /// Nil without a code block. `chapter` is the chapter's markup behind its heading.
  init?(_ chapter: String) {
    guard let start = chapter.firstRange(of: "<pre")?.lowerBound,
      let end = chapter[start...].firstRange(of: "</pre>")?.upperBound
    else { return nil }
    code = String(chapter[start..<end])
    let before = chapter[..<start]
    let tabs = before.firstRange(of: "<fieldset class=\"tabs\">")?.lowerBound
    let figure = before.firstRange(of: "<figure>")?.lowerBound
    name = (tabs == nil ? before.last("<figcaption>", "</figcaption>") : before.last("<label ", "</label>")).map(
      String.init)
    let text = before[..<(tabs ?? figure ?? start)]
    question = text.hasSuffix("</p>\n") ? text.last("<p>", "</p>").flatMap { Self.short($0) } : nil
  }

  private static func short(_ paragraph: Substring) -> String? {
    // What has an id, such as the reference of a footnote, cannot stand on a page twice.
    paragraph.utf8.count > longestQuestion || paragraph.contains(" id=\"") ? nil : String(paragraph)
  }

  static func view(_ article: Article, _ document: DocumentView) -> View.Value {
    let body = document.document.body
    let headings = body.headings
    let chapters = headings.indices.filter { headings[$0].level == 2 }
    guard article.cause != nil, chapters.count > 1 else { return .absent }
    let range = body.htmlRange(ofHeading: chapters[1], includingHeading: false)
    guard let check = FirstCheck(String(decoding: document.markup(range), as: UTF8.self)) else { return .absent }
    let heading = headings[chapters[1]]
    return .view(
      View([
        "url": .text("#" + URLText.path(heading.id)), "title": .html(HTML(trusted: heading.inlineHTML)),
        "question": check.question.map { .html(HTML(trusted: $0)) } ?? .absent,
        "name": check.name.map { .html(HTML(trusted: $0)) } ?? .absent, "code": .html(HTML(trusted: check.code)),
      ]))
  }
}

extension Substring {
  /// What stands between the last such tag and its end.
  fileprivate func last(_ tag: String, _ end: String) -> Substring? {
    var found: Substring?
    var rest = self
    while let open = rest.firstRange(of: tag), let close = rest[open.upperBound...].firstRange(of: end) {
      let content = rest[open.upperBound..<close.lowerBound]
      found = tag.hasSuffix(">") ? content : content.drop { $0 != ">" }.dropFirst()
      rest = rest[close.upperBound...]
    }
    return found
  }
}
