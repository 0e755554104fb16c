import Diagnostics

extension Renderer {
  /// A list of stations with a drawn link in front of each, so that the words reach everybody and only the lines are a
  /// drawing. False if the block declares no path; that has been reported.
  mutating func renderRequestPath(_ node: Int32) -> Bool {
    let text = tree.bytes[tree[node].text]
    guard let drawing = RequestPath(text) else {
      report.add(
        Diagnostic(
          "request-path", .warning, "this is no path of a request", at: map.place(ofLine: tree[node].line),
          notes: ["It is shown as it is written."],
          help:
            "write stations with `->` between them, and `-x>` where the request stops: `Visitor -> nginx -x> PHP-FPM`"))
      return false
    }
    startLine()
    put("<div class=\"request-path\">\n")
    for path in drawing.paths {
      put("<ol>\n")
      for station in path {
        put(station.link.isBeyond ? "<li class=\"beyond\">" : "<li>")
        putLink(station.link)
        put("<span>")
        putText(station.name)
        put("</span></li>\n")
      }
      put("</ol>\n")
      code.append(contentsOf: path.map(\.name).joined(separator: " ").utf8)
      code.append(0x0A)
    }
    put("</div>\n")
    return true
  }

  private mutating func putLink(_ link: RequestPath.Link) {
    let start = "<svg viewBox=\"0 0 40 12\" width=\"40\" height=\"12\" aria-hidden=\"true\"><path d=\""
    switch link {
    case .none: return
    case .works: put(start + "M0 6h40\"/></svg> ")
    case .beyond: put(start + "M0 6h40\" stroke-dasharray=\"0 5\" stroke-linecap=\"round\"/></svg> ")
    case .broken:
      put(start + "M0 6h12M28 6h12\"/><path class=\"cut\" d=\"M13 11l5-10M22 11l5-10\"/></svg> <b class=\"stop\">")
      putText(options.strings.broken)
      put("</b> ")
    }
  }
}

extension RequestPath.Link {
  fileprivate var isBeyond: Bool { self == .beyond || self == .broken }
}
