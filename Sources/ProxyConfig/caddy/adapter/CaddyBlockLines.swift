/// A directive taken apart for one that is short for another: its head, the lines directly in its block, and what closes it.
struct CaddyBlockLines {
  let head: [CaddyToken]
  private(set) var lines: [[CaddyToken]] = []
  let tail: [CaddyToken]

  init(_ tokens: [CaddyToken], _ release: CaddyRelease) {
    guard let open = tokens.firstIndex(where: { $0.text == "{" }) else {
      (head, tail) = (tokens, [])
      return
    }
    var depth = 0
    var end = tokens.count
    for index in (open + 1)..<max(open + 1, tokens.count) {
      let token = tokens[index]
      if token.text == "}", depth == 0 {
        end = index
        break
      }
      if depth == 0, token.text != "}", lines.isEmpty || tokens[index - 1].isBeforeNewLine(token, release) {
        lines.append([token])
      } else if lines.isEmpty {
        lines.append([token])
      } else {
        lines[lines.count - 1].append(token)
      }
      if token.text == "{" { depth += 1 } else if token.text == "}" { depth -= 1 }
    }
    head = Array(tokens[...open])
    tail = Array(tokens[end...])
  }
}
