/// The Markdown of one made-up article.
struct ArticleText {
  let articles: [Corpus.Plan]
  let number: Int
  let words: Vocabulary

  var text: String {
    var dice = Dice(seed: UInt64(number) &* 1_000_003)
    let plan = articles[number]
    var text =
      "---\ntitle: \"\(plan.title)\"\ndescription: \(words.sentence(&dice, 8, 14))\ntags: [\(dice.pick(Vocabulary.technical))]\n"
    text +=
      "weight: \(number % 50 * 10)\ndate: 2026-0\(dice.between(1, 9))-1\(dice.below(9))\n---\n\n\(paragraph(&dice))\n"
    for heading in plan.headings {
      text += "\n## \(heading.text)\n\n\(paragraph(&dice))\n"
      for _ in 0..<dice.between(1, 3) { text += "\n\(block(&dice))\n" }
    }
    return text + "\n## See also\n\n" + (0..<3).map { _ in "- \(link(&dice))" }.joined(separator: "\n") + "\n"
  }

  private func paragraph(_ dice: inout Dice) -> String {
    (0..<dice.between(3, 7)).map { _ in
      switch dice.below(10) {
      case 0: "See \(link(&dice)) first."
      case 1:
        "**\(dice.pick(Vocabulary.technical))** and `proxy_\(dice.pick(Vocabulary.technical))` \(words.sentence(&dice, 4, 9))"
      default: words.sentence(&dice, 7, 18)
      }
    }.joined(separator: " ")
  }

  private func block(_ dice: inout Dice) -> String {
    switch dice.below(8) {
    case 0, 1:
      "```nginx\nserver {\n    listen \(dice.between(1024, 9999));\n    location / {\n        proxy_pass http://10.0.0.\(dice.below(255)):\(dice.between(1024, 9999)); # \(dice.pick(Vocabulary.technical))\n    }\n}\n```"
    case 2:
      "```bash\ncurl -sS -o /dev/null -w '%{http_code}\\n' https://\(dice.pick(Vocabulary.technical)).example.com/ # check\n```"
    case 3: "> [!\(dice.pick(["NOTE", "TIP", "WARNING"]))]\n> \(words.sentence(&dice, 10, 20))"
    case 4:
      "| name | default | meaning |\n| --- | ---: | --- |\n"
        + (0..<dice.between(4, 8)).map { _ in
          "| `\(dice.pick(Vocabulary.technical))` | \(dice.below(120)) s | \(words.sentence(&dice, 2, 5)) |"
        }
        .joined(separator: "\n")
    case 5: (1...dice.between(3, 6)).map { "\($0). \(words.sentence(&dice, 5, 14))" }.joined(separator: "\n")
    case 6: (1...dice.between(3, 6)).map { _ in "- \(words.sentence(&dice, 4, 10))" }.joined(separator: "\n")
    default: paragraph(&dice)
    }
  }

  /// A link to a neighbour, one in three to one of its headings.
  private func link(_ dice: inout Dice) -> String {
    let near = dice.chance(60)
    let first = number / 50 * 50
    let other = near ? first + dice.below(min(50, articles.count - first)) : dice.below(articles.count)
    let plan = articles[other]
    let path = plan.folder == articles[number].folder ? plan.file : "../\(plan.folder)/\(plan.file)"
    let fragment = dice.chance(33) ? "#" + dice.pick(plan.headings).id : ""
    return "[\(plan.title)](\(path)\(fragment))"
  }
}
