/// The names of the request and the response in one of Varnish's subroutines.
struct VCLScope {
  let request: String
  let response: String

  func field(_ name: String) -> String { "\(response).http.\(name)" }
}

extension VarnishConfig {
  /// What both subroutines do. The language is worked out in the field that shows it in the end.
  func body(_ scope: VCLScope, pages: [Pack.Page]) -> String {
    let choice = LanguageChoice(languages: pack.languages)
    let language = scope.field("Content-Language")
    let format = scope.field("X-Interlude-Format")
    var lines = [
      "if (\(Self.isOne(of: pages.map(\.code), scope.response))) {",
      "    # The visitor's language: the best one that there are pages in, a step per tenth of the quality value …",
      "    unset \(language);",
    ]
    lines += firstMatch(choice.patterns(group: "("), of: "\(scope.request).http.Accept-Language", into: language)
    lines.append("    # … and the folder that its pages are in.")
    lines += ladder(
      choice.ranges.map { ("\(language) ~ \"(?i)^\($0.range)$\"", "set \(language) = \"\($0.language)\";") },
      otherwise: "set \(language) = \"\(pack.defaultLanguage)\";")
    lines += [
      "    # Browsers get HTML, programs that ask for it JSON or XML (RFC 9457), and all others, such as curl, text.",
      "    unset \(format);",
    ]
    lines += firstMatch(FormatChoice.patterns(group: "("), of: "\(scope.request).http.Accept", into: format)
    lines += ladder(
      FormatChoice.types.map { type in
        ("\(format) ~ \"(?i)\(type.pattern)\"", set(format: type.format, scope))
      }, otherwise: set(format: FormatChoice.fallback, scope))
    lines += [
      "    # An error is about this one moment: nobody keeps it.",
      "    set \(scope.field("Cache-Control")) = \"no-store\";",
      "    set \(scope.field("X-Robots-Tag")) = \"noindex\";",
      "    set \(scope.field("Vary")) = \"Accept, Accept-Language\";",
      "    unset \(scope.field("Retry-After"));",
    ]
    let known = Set(pages.map(\.code))
    for wait in pack.retryAfter {
      let codes = wait.codes.filter(known.contains)
      if codes.isEmpty { continue }
      lines.append("    if (\(Self.isOne(of: codes, scope.response))) {")
      lines.append("        set \(scope.field("Retry-After")) = \"\(wait.seconds)\";")
      lines.append("    }")
    }
    if pack.retries {
      lines += [
        "    # Tells the page that it may load itself again: nobody's form is sent twice.",
        "    if (\(scope.request).method == \"GET\") {",
        "        set \(scope.field("Server-Timing")) = \"\(Pack.safeMethod)\";",
        "    }",
      ]
    }
    let file = "\"\(Pack.folder)/\" + \(language) + \"/\" + \(scope.response).status + \".\" + \(format)"
    lines += pack.isLive ? live(scope, file: file) : ["    synthetic(std.fileread(\(file)));"]
    lines += [
      "    unset \(format);",
      "    # Varnish's own page would be written over this one.",
      "    return (deliver);",
      "}",
    ]
    return lines.map { "    " + $0 }.lines
  }

  /// Varnish runs no includes, but can replace them.
  private func live(_ scope: VCLScope, file: String) -> [String] {
    let (host, language) = (scope.field("X-Interlude-Host"), scope.field("Content-Language"))
    let page = "\"\(Pack.folder)/live/ssi/\" + \(language) + \"/\" + \(scope.response).status + \".html\""
    let row = "{\"" + LivePage.ifHost.replacing("$", with: "[$]") + "(.*?)\(LivePage.hostMark)(.*?)\(LivePage.endif)\"}"
    return [
      "    # What pages show of the request. The reference is Varnish's own number of the transaction, as varnishlog has it;",
      "    # the host came with the request, so only what looks like a name is shown, and its row goes without one.",
      "    set \(host) = \"\";",
      "    if (\(scope.request).http.Host ~ \"(?i)^[0-9a-z.-]+(:[0-9]+)?$\") {",
      "        set \(host) = \"\\1\" + regsub(\(scope.request).http.Host, \":.*\", \"\") + \"\\2\";",
      "    }",
      "    if (\(scope.field("X-Interlude-Format")) == \"html\") {",
      "        synthetic(regsuball(regsub(regsub(regsub(std.fileread(\(page)),",
      "            {\"\(LivePage.referenceMark)\"}, \(scope.request).xid),",
      "            {\"<!--#config [^>]*--><!--#echo var=\"date_gmt\" --> UTC\"}, now),",
      "            \(row), \(host)),",
      "            \"<!--#[^>]*-->\", \"\"));",
      "    } else {",
      "        synthetic(std.fileread(\(file)));",
      "    }",
      "    unset \(host);",
    ]
  }

  private func set(format: String, _ scope: VCLScope) -> String {
    "set \(scope.field("X-Interlude-Format")) = \"\(format)\"; "
      + "set \(scope.field("Content-Type")) = \"\(FormatChoice.contentType(format))\";"
  }

  /// The group of the first expression that matches.
  private func firstMatch(_ patterns: [String], of field: String, into target: String) -> [String] {
    ladder(
      patterns.map { pattern in
        ("\(field) ~ \"(?i)\(pattern)\"", "set \(target) = regsub(\(field), \"(?i)^.*?\(pattern).*$\", \"\\1\");")
      }, otherwise: nil)
  }

  private func ladder(_ steps: [(condition: String, action: String)], otherwise: String?) -> [String] {
    var lines: [String] = []
    for (number, step) in steps.enumerated() {
      lines.append("    \(number == 0 ? "if" : "} elsif") (\(step.condition)) {")
      lines.append("        " + step.action)
    }
    if let otherwise { lines += ["    } else {", "        " + otherwise] }
    return lines + ["    }"]
  }
}
