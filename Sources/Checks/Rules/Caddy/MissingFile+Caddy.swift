import Diagnostics
import ProxyConfig
import Trace

extension MissingFile {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		root * /srv/pages/errors
      		rewrite * /gone.html
      		⟦file_server⟧
      	}
      }
      """),
    .caddy(
      """
      http://shop.example {
      	error /tea 418
      	reverse_proxy 127.0.0.1:9000
      	handle_errors 502 418 {
      		root /srv/pages
      		try_files /{err.status_code}.html
      		⟦file_server⟧
      	}
      }
      """),
    .caddy(
      """
      {"apps": {"http": {"servers": {"s": {"listen": [":80"],
        "routes": [{"handle": [{"handler": "reverse_proxy", "upstreams": [{"dial": "127.0.0.1:9000"}]}]}],
        "errors": {"routes": [{"handle": [
          {"handler": "rewrite", "uri": "/gone.html"},
          {⟦"handler": "file_server"⟧, "root": "/srv/pages"}]}]}}}}}}
      """),
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		root * /srv/pages
      		try_files /{err.status_code}.html /50x.html
      		file_server
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let ending = project.likelyVisits.filter { visit in
      switch visit.ending {
      case .missingFile: true
      case .file(let path): project.files.isElsewhere(path)
      default: false
      }
    }
    for (place, visits) in project.byPlace(ending, \.decisivePlace) {
      if let visit = visits.first(where: { if case .file = $0.ending { true } else { false } }) {
        if case .file(let path) = visit.ending { report.add(elsewhere(path, place)) }
      }
      let missing = visits.filter { if case .missingFile = $0.ending { true } else { false } }
      guard let first = missing.first, case .missingFile(let path) = first.ending else { continue }
      report.add(project.files.isElsewhere(path) ? elsewhere(path, place) : self.missing(missing, path, place, project))
    }
  }

  private func elsewhere(_ path: String, _ place: Place) -> Diagnostic {
    finding(
      "whether \(path) exists cannot be told: its folder is not on this machine", at: place, severity: .info,
      help: "say where it is with --root DIR or --map FROM=TO")
  }

  private func missing(
    _ visits: [CaddyVisit], _ path: String, _ place: Place, _ project: CaddyProject
  ) -> Diagnostic {
    let visit = visits[0]
    let roots = visit.outcome.steps.filter { $0.text.hasPrefix("the root is") }.suffix(1)
    let tried = visit.events.compactMap { event, _ -> String? in
      if case .noneFound(let names) = event { names } else { nil }
    }.last
    return finding(
      tried.map { "the page for \(visits.codes) does not exist: none of \($0) does" }
        ?? "the page for \(visits.codes) does not exist: Caddy looks for \(path)", at: place,
      notes: [
        visit.outcome.body == .none
          ? "The visitor gets \(visit.outcome.status) with an empty body." : "The visitor gets \(visit.outcome.status)."
      ],
      help: project.nearest(to: path).map { "is it \($0)?" } ?? "ship the file, or correct the path",
      related: roots.compactMap { step in step.place.map { .init("this decides where Caddy looks", at: $0) } },
      shownBy: visit)
  }
}

extension CaddyProject {
  /// Something of a like name that is really there.
  func nearest(to path: String) -> String? {
    let folder = PathText.parent(path)
    if let names = try? files.names(in: folder),
      let near = NearestName.of(PathText.name(path), among: names.sorted())
    {
      return PathText.join(folder, near)
    }
    return pages?.page(servedAs: path).map { PathText.join(pages?.folder ?? "", $0.file) }
  }
}
