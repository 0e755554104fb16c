import Foundation
import TestSupport
import Testing
import Trace

/// What the requests of a fixture come to, held against its two files.
///
/// `answers.txt` is what a visitor gets and how certain that is. It is written by hand, or by `INTERLUDE_ADD_ANSWERS=1` where
/// a request has none yet; nothing changes an answer that stands there. `story.txt` is how it comes about, in the words of
/// `interlude trace`; `make goldens` rewrites it.
struct FixtureTelling {
  private struct Part {
    let title: String
    let text: String
  }

  private var answers: [Part] = []
  private var stories: [Part] = []

  /// - Parameter outcomes: by the name of the release; releases that agree are told of once.
  mutating func add(_ line: FixtureRequest, _ outcomes: [(release: String, outcome: Outcome)]) {
    answers += Self.parts(line, outcomes) { $0.answer }
    stories += Self.parts(line, outcomes) { outcome in
      var bare = outcome
      bare.headers = []
      bare.location = nil
      return bare.text(for: line.request, isColored: false)
    }
  }

  private static func parts(
    _ line: FixtureRequest, _ outcomes: [(release: String, outcome: Outcome)], _ text: (Outcome) -> String
  ) -> [Part] {
    let texts = outcomes.map { text($0.outcome) }
    if Set(texts).count == 1 { return [Part(title: line.text, text: texts[0])] }
    return zip(outcomes, texts).map { Part(title: "\($0.release): \(line.text)", text: $1) }
  }

  func expect(in directory: URL) {
    expectAnswers(directory.appendingPathComponent("answers.txt"), directory.lastPathComponent)
    Golden.expect(Self.text(stories), equals: directory.appendingPathComponent("story.txt"))
  }

  private func expectAnswers(_ file: URL, _ name: String) {
    let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let known = Dictionary(Self.parts(kept).map { ($0.title, $0.text) }) { first, _ in first }
    for answer in answers where known[answer.title] != nil {
      #expect(answer.text == known[answer.title], "\(name)/answers.txt, \(answer.title)")
    }
    let stale = Set(known.keys).subtracting(answers.map(\.title))
    #expect(stale.isEmpty, "\(name)/answers.txt has answers to requests that are not in requests.txt")
    let missing = answers.filter { known[$0.title] == nil }
    guard !missing.isEmpty else { return }
    if stale.isEmpty, ProcessInfo.processInfo.environment["INTERLUDE_ADD_ANSWERS"] == "1" {
      do { try (kept + Self.text(missing)).write(to: file, atomically: true, encoding: .utf8) } catch {
        Issue.record("cannot write \(file.path): \(error)")
      }
      Issue.record("added \(missing.count) answers to \(name)/answers.txt; see whether they are right")
    } else {
      Issue.record("\(name)/answers.txt has no answer to \(missing[0].title); INTERLUDE_ADD_ANSWERS=1 adds it")
    }
  }

  private static func text(_ parts: [Part]) -> String { parts.map { "=== \($0.title)\n\($0.text)\n" }.joined() }

  private static func parts(_ text: String) -> [Part] {
    ("\n" + text).split(separator: "\n=== ").compactMap { part in
      let lines = part.split(separator: "\n")
      return lines.first.map { Part(title: String($0), text: lines.dropFirst().joined(separator: "\n")) }
    }
  }
}

extension Outcome {
  /// What a visitor gets, without how it comes about: status, body, `unknown` where it cannot be known, then the headers.
  fileprivate var answer: String {
    var lines = ["\(status) \(bodyWords)\(certainty == .exact ? "" : " unknown")"]
    let all = location.map { [Header("location", $0)] + headers.filter { $0.name != "location" } } ?? headers
    lines += all.map { $0.value.isEmpty ? "\($0.name):" : "\($0.name): \($0.value)" }
    return lines.joined(separator: "\n")
  }

  private var bodyWords: String {
    switch body {
    case .file(let path): "file:\(path)"
    case .inline(let text): "text:" + text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    default: body.kind
    }
  }
}
