internal import Content

/// `config/README.md`: which folder is for what, and how each was tested.
struct ConfigIndex {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    [OutputFile(path: "\(ProxySnippets.folder)/README.md", text: text)]
  }

  private var text: String {
    let rows = ConfigTarget.all.map { "| `\($0.folder)/` | \($0.purpose) | \($0.choice) | \($0.tested) |" }
    return """
      # Configuration for \(pack.brand)'s error pages

      Each file begins with what to do: copy, include, reload, prove it, undo.

      | folder | for | language and format chosen by | tested |
      | --- | --- | --- | --- |
      \(rows.lines)

      Everywhere the error keeps its status, 500, 502, 503 and 504 are replaced, codes of the 400s only if you say so, and
      401 and 407 never. An application that is down is a 502 behind one proxy and a 503 behind another, so copy all pages.

      """
  }
}
