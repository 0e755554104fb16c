import Diagnostics
import ProxyConfig
import Trace

/// Finds includes whose file is not on this machine.
struct MissingInclude: NginxRule {
  static let description = RuleDescription(
    id: "missing-include", severity: .info,
    summary: "an included file is not on this machine and was taken to be empty",
    rationale: "What it says is not part of this check. Check on the proxy's machine, or say where its files are.",
    failing: [
      .nginx("location / { include ⟦/opt/proxy/headers.conf⟧; proxy_pass http://127.0.0.1:9000; }")
    ],
    passing: [
      .nginx(
        """
        location / { include /opt/proxy/headers.conf; proxy_pass http://127.0.0.1:9000; }
        """,
        files: ["/opt/proxy/headers.conf": "proxy_set_header Host $host;"])
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for hole in project.holes where !hole.isHarmless {
      report.add(
        finding(
          "\(hole.path) is not on this machine and was taken to be empty", at: hole.place,
          help: "use --root DIR or --map FROM=TO, or check the output of \"nginx -T\""))
    }
  }
}
