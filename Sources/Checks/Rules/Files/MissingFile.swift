import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages that the proxy is told to serve but cannot open because they are not there.
struct MissingFile: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "missing-file", severity: .error,
    summary: "the error page's file does not exist",
    rationale: """
      The visitor gets 404 in the proxy's own words instead of the page, and a monitor that counts 5xx sees no outage at \
      all. Ship the file, and write "try_files $uri =502;" in its location so that the status survives even then.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/gone.html⟧;
        location = /gone.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { root /srv/pages; rewrite ^ /gone.html break; }
        """),
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
      .apache(
        """
        <Directory /srv/pages>
            Require all granted
        </Directory>
        ⟦ErrorDocument 503 /errors/gone.html⟧
        DocumentRoot /srv/pages
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages/errors; }
        """),
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
        """),
      .apache(
        """
        <Directory /srv/pages>
            Require all granted
        </Directory>
        ErrorDocument 503 /errors/502.html
        DocumentRoot /srv/pages
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
    ],
    notFor: [
      "haproxy": "HAProxy does not start when the file of a page is not there."
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      switch call.ending {
      case .missingFile(let path) where project.files.isElsewhere(path): report.add(elsewhere(call, path))
      case .missingFile(let path) where MissingCause.of(call, in: project) == .plain:
        report.add(missing(call, path, in: project))
      case .file(let path) where project.files.isElsewhere(path): report.add(elsewhere(call, path))
      default: break
      }
    }
  }

  private func elsewhere(_ call: PageCall, _ path: String) -> Diagnostic {
    finding(
      "whether \(path) exists cannot be told: its folder is not on this machine", at: call.entry.targetPlace,
      severity: .info, help: "say where it is with --root DIR or --map FROM=TO", shownBy: call)
  }

  private func missing(_ call: PageCall, _ path: String, in project: NginxProject) -> Diagnostic {
    let root = project.rootDirective(in: call.location)
    let near = project.nearest(to: path).map { "is it \($0)?" } ?? "ship the file, or correct the path"
    return finding(
      "the page for \(call.codes) does not exist: nginx looks for \(path)", at: call.entry.targetPlace,
      severity: isMadeUp(call, root, project.model) ? .info : nil,
      notes: ["The visitor gets \(call.outcome.status) with nginx's own page."], help: near,
      related: root.map { [.init("this decides where nginx looks", at: $0.head)] } ?? [], shownBy: call)
  }
  /// Whether the path depends on what the visitor asks for, so that a request of our own making proves nothing.
  private func isMadeUp(_ call: PageCall, _ root: Directive?, _ model: NginxModel) -> Bool {
    let texts = [call.entry.target] + (root?.argument(1).map { [NginxText($0)] } ?? [])
    return texts.contains { text in
      let names = Set(text.variableNames).subtracting(["status", "document_root"])
      return !names.isEmpty && model.constants(of: text).isEmpty
    }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let ending = loaded.likelyVisits.filter { visit in
      switch visit.ending {
      case .missingFile: DiskPath.ofPage(visit, loaded) == nil
      case .file(let path): loaded.isElsewhere(path)
      default: false
      }
    }
    for (place, visits) in loaded.byPlace(ending, \.decisivePlace) {
      if let visit = visits.first(where: { if case .file = $0.ending { true } else { false } }) {
        if case .file(let path) = visit.ending { report.add(elsewhere(path, place)) }
      }
      let missing = visits.filter { if case .missingFile = $0.ending { true } else { false } }
      guard let first = missing.first, case .missingFile(let path) = first.ending,
        let advice = loaded.advice(.ship(path), first)
      else { continue }
      report.add(loaded.isElsewhere(path) ? elsewhere(path, place) : self.missing(missing, path, place, advice, loaded))
    }
  }

  private func elsewhere(_ path: String, _ place: Place) -> Diagnostic {
    finding(
      "whether \(path) exists cannot be told: its folder is not on this machine", at: place, severity: .info,
      help: "say where it is with --root DIR or --map FROM=TO")
  }

  private func missing<Loaded: LoadedProxy>(
    _ visits: [Visit<Loaded.Route>], _ path: String, _ place: Place, _ advice: Advice, _ loaded: Loaded
  ) -> Diagnostic {
    let visit = visits[0]
    let tried = visit.events.compactMap { event, _ -> String? in
      if case .noneFound(let names) = event { names } else { nil }
    }.last
    return finding(
      tried.map { "the page for \(visits.codes) does not exist: none of \($0) does" }
        ?? "the page for \(visits.codes) does not exist: \(loaded.name) looks for \(path)", at: place,
      notes: ["The visitor gets \(visit.outcome.status) with \(loaded.bare(visit))."],
      help: loaded.nearest(to: path).map { "is it \($0)?" } ?? "ship the file, or correct the path",
      related: advice.related, shownBy: visit)
  }
}
