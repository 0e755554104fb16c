import Diagnostics
import ProxyConfig
import Trace

/// Finds pages on the proxy that are not those of the build.
struct PageDiffersFromBuilt: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "page-differs-from-built", severity: .warning,
    summary: "the page that is served is not the one that was built",
    rationale:
      "The file was changed on the proxy, or the last build was not deployed. The next deployment would overwrite it.",
    failing: [
      .nginx(
        """
        error_page 502 ⟦/errors/en/502.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors/ { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/errors/en/502.html": "old", "/pack/en/502.html": "new"], manifest: Sample.pack),
      .caddy(
        errors: """
          root /srv/pages/errors
          rewrite /en/{err.status_code}.html
          ⟦file_server⟧
          """,
        files: ["/srv/pages/errors/en/502.html": "old", "/pack/en/502.html": "new"], manifest: Sample.pack),
      .haproxy(
        defaults: "⟦http-error status 502 content-type text/html file /srv/pages/errors/en/502.html⟧",
        files: ["/srv/pages/errors/en/502.html": "old", "/pack/en/502.html": "new"], manifest: Sample.pack),
      .apache(
        pages: "⟦ErrorDocument 502 /errors/en/502.html⟧",
        files: ["/srv/pages/errors/en/502.html": "old", "/pack/en/502.html": "new"], manifest: Sample.pack),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /errors/en/502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors/ { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/errors/en/502.html": "new", "/pack/en/502.html": "new"], manifest: Sample.pack),
      .caddy(
        errors: """
          root /srv/pages/errors
          rewrite /en/{err.status_code}.html
          file_server
          """,
        files: ["/srv/pages/errors/en/502.html": "new", "/pack/en/502.html": "new"], manifest: Sample.pack),
      .haproxy(
        defaults: "http-error status 502 content-type text/html file /srv/pages/errors/en/502.html",
        files: ["/srv/pages/errors/en/502.html": "new", "/pack/en/502.html": "new"], manifest: Sample.pack),
      .apache(
        pages: "ErrorDocument 502 /errors/en/502.html",
        files: ["/srv/pages/errors/en/502.html": "new", "/pack/en/502.html": "new"], manifest: Sample.pack),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    guard let pages = project.pages else { return }
    for call in project.readingCalls {
      guard case .file(let path) = call.ending, let page = pages.page(deployedAs: path),
        let built = pages.bytes(of: page, deployedAs: path),
        let served = try? project.files.read(path), served != built
      else { continue }
      report.add(
        finding(
          "\(path) is not the page that was built", at: call.entry.targetPlace,
          notes: ["The built one is \(PathText.join(pages.folder, page.file))."],
          help: "deploy the pack again", shownBy: call))
    }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    guard let pages = loaded.pages else { return }
    for visit in loaded.likelyVisits {
      guard case .file(let path) = visit.ending, let page = pages.page(deployedAs: path),
        let built = pages.bytes(of: page, deployedAs: path), let served = try? loaded.machineFiles.read(path),
        served != built, let place = visit.decisivePlace
      else { continue }
      report.add(
        finding(
          "\(path) is not the page that was built", at: place,
          notes: ["The built one is \(PathText.join(pages.folder, page.file))."], help: "deploy the pack again",
          shownBy: visit))
    }
  }
}
