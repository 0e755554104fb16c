internal import Escaping

/// `/__errors/`: every page of the pack, by code and language, and in each format.
struct ErrorIndex: Sendable {
  let pack: ErrorPack
  let injection: Injection

  var response: Response {
    let page = OwnPage(title: "Error pages", content: content)
    return Response(200, fields: OwnPage.fields, body: injection.page(Array(page.html.utf8)))
  }

  private var content: String {
    let heads = pack.languages.map { "<th scope=\"col\" lang=\"\(HTML.escape($0))\">\(HTML.escape($0))</th>" }
    return """
      <h1>Error pages</h1>
      <p>Each answers with its own status, as it would at the proxy. A bare number chooses language and format from what
      your browser asks for; try <code>curl -i -H 'Accept-Language: de' …/__errors/502</code>. <a href="/">To the help site</a></p>
      <div class="scroller" tabindex="0" role="region" aria-label="All error pages">
      <table>
      <thead><tr><th scope="col">Code</th>\(heads.joined())<th scope="col">Other formats</th></tr></thead>
      <tbody>
      \(pack.codes.map(row).joined(separator: "\n"))
      </tbody>
      </table>
      </div>

      """
  }

  private func row(_ code: Int) -> String {
    let reason = pack.languages.first.flatMap { pack.head($0, code)?.reason } ?? ""
    // RFC 9110, section 15.5.8: a browser that is not behind a proxy takes 407 for an attack and shows nothing.
    let suffix = code == 407 ? "?status=200" : ""
    let languages = pack.languages.map { language in
      let tag = HTML.escape(language)
      return
        "<td><a href=\"\(tag)/\(code).html\(suffix)\" hreflang=\"\(tag)\" aria-label=\"\(code) in \(tag)\">\(tag)</a></td>"
    }
    let formats = ["json", "txt", "xml"].map {
      "<a href=\"\(code).\($0)\(suffix)\" aria-label=\"\(code) as \($0)\">\($0)</a>"
    }
    return "<tr><th scope=\"row\"><a href=\"\(code)\(suffix)\">\(code)</a> \(HTML.escape(reason))</th>"
      + languages.joined() + "<td>\(formats.joined(separator: " "))</td></tr>"
  }
}
