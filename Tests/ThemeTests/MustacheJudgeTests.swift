import Diagnostics
import Escaping
import Foundation
import Mustache
import TestSupport
import Testing

@testable import Theme

/// Pages come out as swift-mustache would make them.
@Suite("Templates mean what Mustache says")
struct MustacheJudgeTests {
  @Test("random templates with random views", arguments: 0..<8)
  func random(_ seed: Int) throws {
    var dice = SeededRandom(seed: UInt64(seed))
    var compared = 0
    for _ in 0..<60 {
      var writer = RandomTemplate(dice: dice)
      let texts = [
        "main": writer.text(depth: 0, partials: ["part", "leaf"]), "part": writer.text(depth: 1, partials: ["leaf"]),
        "leaf": writer.text(depth: 1, partials: []),
      ]
      let view = writer.view(depth: 0)
      dice = writer.dice
      var library = MustacheLibrary()
      guard (try? texts.forEach { try library.register($0.value, named: $0.key) }) != nil else { continue }
      let program = TemplateProgram(texts.mapValues { CompiledTemplate(Source(name: "", text: $0)) })
      var run = TemplateRun(program, view: view)
      run.render("main")
      compared += 1
      try #require(
        String(decoding: run.output, as: UTF8.self) == library.render(Judged(view: view), withTemplate: "main"),
        "\(texts) \(view)")
    }
    #expect(compared > 30)
  }

  @Test("what no encoding of a character can hide is escaped")
  func combined() {
    let view = View(["a": .text("<\u{301}script>\r\n&\u{301}")])
    var run = TemplateRun(TemplateProgram(["main": CompiledTemplate(Source(name: "", text: "{{a}}"))]), view: view)
    run.render("main")
    #expect(String(decoding: run.output, as: UTF8.self) == "&lt;\u{301}script&gt;\r\n&amp;\u{301}")
  }
}

/// A view as swift-mustache sees it.
private struct Judged: MustacheParent {
  let view: View

  func child(named name: String) -> Any? {
    switch view.values[name] {
    case .text(let text): Shown(renderText: text)
    case .html(let html): Shown(renderText: html.markup)
    case .markup(let bytes): Shown(renderText: String(decoding: bytes, as: UTF8.self))
    case .flag(let flag): flag
    case .view(let view): Judged(view: view)
    case .views(let views): views.map { Judged(view: $0) }
    case .absent: NSNull()
    case nil: nil
    }
  }
}

private struct Shown: MustacheParent, MustacheCustomRenderable {
  let renderText: String
  var isNull: Bool { false }
  func child(named: String) -> Any? { nil }
}

/// Makes up templates that are well formed, with white space in every place, and views to go with them.
private struct RandomTemplate {
  var dice: SeededRandom
  /// What is shown is a text or markup, as the name check sees to; anything can be a section.
  private static let shown = ["a", "b", "d.e", "k.a", "k.b"]
  private static let sections = ["a", "c", "d.e", "f", "d", "k.a", "k.c", "k.f"]

  init(dice: SeededRandom) { self.dice = dice }

  mutating func text(depth: Int, partials: [String]) -> String {
    (0..<dice.below(7)).map { _ in piece(depth: depth, partials: partials) }.joined()
  }

  private mutating func piece(depth: Int, partials: [String]) -> String {
    let (name, section) = (dice.pick(Self.shown), dice.pick(Self.sections))
    switch dice.below(12) {
    case 0, 1: return dice.pick([" ", "  ", "\n", "\t", "\n\n"])
    case 2: return dice.pick(["text", "{", "}", "ä", "a b", "{ {", "<p>"])
    case 3: return "{{\(name)}}"
    case 4: return dice.pick(["{{{\(name)}}}", "{{& \(name) }}", "{{ \(name) }}"])
    case 5...7:
      guard depth < 3 else { return name }
      let sign = dice.pick(["#", "#", "^"])
      return "{{\(sign)\(section)}}\(text(depth: depth + 1, partials: partials)){{/\(section)}}"
    case 8 where !partials.isEmpty: return "{{> \(dice.pick(partials))}}"
    case 9: return "{{! a comment }}"
    case 10:
      return
        "\n\(dice.pick(["", "  "])){{\(dice.pick(["! c", partials.first.map { "> \($0)" } ?? "! d"]))}}\(dice.pick(["", " "]))\n"
    default: return dice.pick(["x", "\n"])
    }
  }

  mutating func view(depth: Int) -> View {
    var values: [String: View.Value] = [:]
    for name in ["a", "b", "e"] {
      switch dice.below(4) {
      case 0: values[name] = .text(dice.pick(["plain", "<&>\"'", "", "two\nlines\n"]))
      case 1:
        let markup = dice.pick(["<b>x</b>\n", "y"])
        values[name] = dice.below(2) == 0 ? .html(HTML(trusted: markup)) : .markup(Array(markup.utf8))
      case 2: values[name] = .absent
      default: break
      }
    }
    for name in ["c", "f"] {
      switch dice.below(depth > 1 ? 3 : 7) {
      case 0: values[name] = .flag(dice.below(2) == 0)
      case 1: values[name] = .absent
      case 2: break
      case 3, 4: values[name] = .view(view(depth: depth + 1))
      default: values[name] = .views((0..<dice.below(4)).map { _ in view(depth: depth + 1) })
      }
    }
    if depth < 2, dice.below(3) > 0 { values["d"] = .view(view(depth: depth + 1)) }
    if depth == 0 { values["k"] = .view(view(depth: 2)) }
    return View(ViewValues(values.map { ($0.key, $0.value) }))
  }
}
