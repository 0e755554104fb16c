/// The Markdown of one made-up article.
struct ArticleText {
  let articles: [Corpus.Plan]
  let number: Int
  let words: Vocabulary

  var text: String {
    var dice = Dice(seed: UInt64(number) &* 1_000_003)
    let plan = articles[number]
    let month = dice.between(1, 9)
    var text = """
      ---
      title: "\(plan.title)"
      description: \(words.sentence(&dice, 8, 14))
      tags: [\(dice.pick(Vocabulary.technical))]
      weight: \(number % 50 * 10)
      date: 2026-0\(month)-1\(dice.below(9))
      ---

      \(paragraph(&dice))

      """
    let withTable = dice.chance(25) ? dice.below(plan.headings.count) : -1
    for (index, heading) in plan.headings.enumerated() {
      text += "\n" + String(repeating: "#", count: heading.level) + " \(heading.text)\n\n\(paragraph(&dice))\n"
      if index == withTable { text += "\n\(table(&dice))\n" }
      // Each heading takes its share of the article.
      while text.utf8.count < plan.bytes * (index + 1) / plan.headings.count { text += "\n\(block(&dice))\n" }
    }
    return text + "\n## See also\n\n" + (0..<3).map { _ in "- \(link(&dice))" }.joined(separator: "\n") + "\n"
  }

  private func paragraph(_ dice: inout Dice) -> String {
    (0..<dice.between(2, 6)).map { _ in
      let technical = dice.pick(Vocabulary.technical)
      return switch dice.below(12) {
      case 0: "See \(link(&dice)) first."
      case 1, 2: "The `proxy_\(technical)` \(words.sentence(&dice, 6, 16))"
      case 3: "**\(technical)** \(words.sentence(&dice, 6, 18))"
      case 4: "\(words.phrase(&dice, 4, 8)), *\(technical)*, \(words.sentence(&dice, 4, 9))"
      default: words.sentence(&dice, 6, 20)
      }
    }.joined(separator: " ")
  }

  private func block(_ dice: inout Dice) -> String {
    switch dice.below(16) {
    case 0...3: code(&dice)
    case 4: "> [!\(dice.pick(["NOTE", "TIP", "WARNING"]))]\n> \(words.sentence(&dice, 10, 20))"
    case 5, 6: (1...dice.between(3, 6)).map { "\($0). \(words.sentence(&dice, 6, 18))" }.joined(separator: "\n")
    case 7, 8: (1...dice.between(3, 7)).map { _ in "- \(words.phrase(&dice, 3, 12))" }.joined(separator: "\n")
    default: paragraph(&dice)
    }
  }

  private func code(_ dice: inout Dice) -> String {
    let word = dice.pick(Vocabulary.technical)
    let other = dice.pick(Vocabulary.technical)
    let port = dice.between(1024, 9999)
    switch dice.below(4) {
    case 0:
      return """
        ```nginx
        upstream \(word) {
            server 10.0.0.\(dice.below(255)):\(port) max_fails=3 fail_timeout=\(dice.below(60))s;
        }
        server {
            listen 443 ssl;
            server_name \(other).example.com;
            error_page 502 504 /errors/502.html;  # \(other)
            location / {
                proxy_pass http://\(word);
                proxy_read_timeout \(dice.between(5, 90))s;
            }
        }
        ```
        """
    case 1:
      return """
        ```bash
        # \(word) \(other)
        for host in $(cat \(other).txt); do
          curl -sS -o /dev/null -w '%{http_code} %{time_total}\\n' "https://$host:\(port)/" || echo "$host is down"
        done
        journalctl -u \(word).service --since "-\(dice.between(2, 60)) min" | grep -c ' 502 '
        ```
        """
    case 2:
      return """
        ```caddyfile
        \(word).example.com {
            reverse_proxy 10.0.0.\(dice.below(255)):\(port) {
                lb_try_duration \(dice.below(30))s
            }
            handle_errors {
                rewrite * /{err.status_code}.html
                file_server
            }
        }
        ```
        """
    default:
      return """
        ```json
        {
          "level": "error",
          "status": 502,
          "upstream": ["10.0.0.\(dice.below(255)):\(port)"],
          "duration": \(dice.below(90)).25,
          "\(word)": { "\(other)": true, "retry": null }
        }
        ```
        """
    }
  }

  private func table(_ dice: inout Dice) -> String {
    let rows = (0..<dice.between(4, 10)).map { _ in
      "| `\(dice.pick(Vocabulary.technical))` | \(dice.below(120)) s | \(words.phrase(&dice, 2, 6)) |"
    }
    return "| name | default | meaning |\n| --- | ---: | --- |\n" + rows.joined(separator: "\n")
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
