import Foundation

/// A made-up help site of any size: folders of fifty articles of some nine kilobytes, with headings, links to one
/// another, code, tables, lists and call-outs. The same count gives the same bytes.
struct Corpus {
  let count: Int
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
      try Data(index.utf8).write(to: topic.appending(path: "index.md"))
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
    /// The text and the id of each second-level heading.
    let headings: [(text: String, id: String)]
  }

  private func plan(_ number: Int) -> Plan {
    var dice = Dice(seed: UInt64(number) &* 31 &+ 7)
    let subject = dice.pick(Vocabulary.technical)
    let other = dice.pick(Vocabulary.technical)
    let shapes = [
      "Symptoms", "Likely cause", "Check the \(subject)", "Raise the \(other) limit", "Rule out the \(subject)",
      "Prevent the next one",
    ]
    let headings = shapes.prefix(dice.between(3, 6)).map { ($0, $0.lowercased().replacing(" ", with: "-")) }
    return Plan(
      folder: "topic-\(number / Self.perFolder)", file: "article-\(number).md",
      title: "\(502 + dice.below(3)) after a \(subject) \(other), case \(number)", headings: Array(headings))
  }
}

/// Words by Zipf's law: a few everywhere, most of them rarely.
struct Vocabulary {
  static let technical = """
    upstream gateway socket timeout buffer header cookie session worker pool backlog queue retry probe resolver cache
    certificate handshake listener balancer replica container volume kernel process signal thread latency throughput
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  private static let common = """
    the of and to in a is that for it as was with be by on not this are or from at which but has have an had they you
    were their one all we can her there been if more when will would who so no server proxy request answer error log
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  private let words: [String]

  init() {
    var dice = Dice(seed: 1)
    let onsets = ["b", "cl", "d", "fr", "g", "h", "k", "l", "m", "n", "p", "qu", "r", "st", "t", "v", "w", "z"]
    let vowels = ["a", "e", "i", "o", "u", "ai", "ou"]
    var words = Self.common + Self.technical
    while words.count < 20_000 {
      words.append((0..<dice.between(2, 4)).map { _ in dice.pick(onsets) + dice.pick(vowels) }.joined())
    }
    self.words = words
  }

  func sentence(_ dice: inout Dice, _ low: Int, _ high: Int) -> String {
    let words = (0..<dice.between(low, high)).map { _ in word(&dice) }
    return (words.first?.capitalized ?? "") + " " + words.dropFirst().joined(separator: " ") + "."
  }

  /// The rank falls off as the inverse of a uniform draw.
  private func word(_ dice: inout Dice) -> String {
    let draw = dice.between(1, 20_000)
    return words[min(words.count - 1, 20_000 / draw - 1 + dice.below(3))]
  }
}
