import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages that the proxy is told to serve but cannot open because they are not there.
struct MissingFile: NginxRule, CaddyRule {
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
    ] + caddyFailing,
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
    ] + caddyPassing)

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
}
