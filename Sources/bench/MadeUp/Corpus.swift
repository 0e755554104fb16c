import Foundation

/// A made-up help site of any size: folders of fifty articles of some nine kilobytes on average, with headings, links to
/// one another, code in most of them, a table in a quarter, lists and call-outs. The same count gives the same bytes.
struct Corpus {
  let count: Int
  /// What a folder's own page is called: `index.md` here, `_index.md` for Hugo.
  var indexName = "index.md"
  private static let perFolder = 50

  /// Writes the articles below `folder`, which must not hold any.
  func write(below folder: URL) throws {
    let words = Vocabulary()
    let articles = (0..<count).map(plan)
    for first in stride(from: 0, to: count, by: Self.perFolder) {
      let topic = folder.appending(path: articles[first].folder)
      try FileManager.default.createDirectory(at: topic, withIntermediateDirectories: true)
      let index =
        "---\ntitle: Topic \(first / Self.perFolder)\nweight: \(first / Self.perFolder)\n---\n\nWhat belongs together.\n"
      try Data(index.utf8).write(to: topic.appending(path: indexName))
      for number in first..<min(count, first + Self.perFolder) {
        let text = ArticleText(articles: articles, number: number, words: words).text
        try Data(text.utf8).write(to: topic.appending(path: articles[number].file))
      }
    }
  }

  /// What other articles need to know of an article.
  struct Plan {
    let folder: String
    let file: String
    let title: String
    /// The text, level and id of each heading.
    let headings: [(text: String, level: Int, id: String)]
    /// About how many bytes it has.
    let bytes: Int
  }

  private func plan(_ number: Int) -> Plan {
    var dice = Dice(seed: UInt64(number) &* 31 &+ 7)
    let subject = dice.pick(Vocabulary.technical)
    let other = dice.pick(Vocabulary.technical)
    let bytes = dice.between(3500, 12_500)
    let shapes = [
      "Symptoms", "Likely cause", "Check the \(subject)", "Raise the \(other) limit", "Inspect the \(other) log",
      "Rule out the \(subject)", "Verify the \(other)", "Restart the \(subject)", "Roll back", "Prevent the next one",
    ]
    let headings = shapes.prefix(3 + bytes / 1800).enumerated().map { index, text in
      (text, index > 1 && dice.chance(30) ? 3 : 2, text.lowercased().replacing(" ", with: "-"))
    }
    return Plan(
      folder: "topic-\(number / Self.perFolder)", file: "article-\(number).md",
      title: "\(502 + dice.below(3)) after a \(subject) \(other), case \(number)", headings: headings, bytes: bytes)
  }
}
