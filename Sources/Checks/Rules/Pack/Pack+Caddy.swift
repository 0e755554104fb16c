import Diagnostics
import ProxyConfig
import Trace

extension PageNotWired {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	⟦reverse_proxy 127.0.0.1:9000⟧
      	handle_errors 502 {
      		root /srv/pages
      		rewrite /errors/502.html
      		file_server
      	}
      }
      """, manifest: Sample.pack)
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		root /srv/pages
      		rewrite /{err.status_code}.html
      		file_server
      	}
      }
      """, manifest: Sample.pack)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    guard let pages = project.pages else { return }
    for (route, visits) in zip(project.routes, project.visitsByRoute) {
      let loose = visits.filter { visit in
        guard case .code(let code) = visit.trouble,
          pages.codes.contains(code)
        else { return false }
        return visit.ending == .unanswered || visit.ending == .noPage
      }
      guard !loose.isEmpty else { continue }
      let isGrave = loose.contains { [500, 502, 503, 504].contains($0.code) }
      report.add(
        finding(
          "no handle_errors leads to the page\(loose.count == 1 ? "" : "s") for \(loose.codes)", at: route.place,
          severity: isGrave ? nil : .info,
          help: "import the configuration that comes with the pack, or list the codes in handle_errors",
          shownBy: loose.first { [500, 502, 503, 504].contains($0.code) } ?? loose[0]))
    }
  }
}

extension WiredWithoutPage {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000 {
      		transport http {
      			response_header_timeout 30s
      		}
      	}
      	handle_errors 502 504 {
      		root /srv/pages/errors
      		rewrite /en/{err.status_code}.html
      		⟦file_server⟧
      	}
      }
      """,
      files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/504.html": "x"], manifest: Sample.pack)
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors 502 503 {
      		root /srv/pages/errors
      		rewrite /en/{err.status_code}.html
      		file_server
      	}
      }
      """,
      files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/503.html": "x"], manifest: Sample.pack)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    guard let pages = project.pages else { return }
    let served = project.likelyVisits.compactMap { visit -> (visit: CaddyVisit, path: String)? in
      if case .file(let path) = visit.ending { (visit, path) } else { nil }
    }
    let folders = Set(served.filter { pages.page(deployedAs: $0.path) != nil }.map { PathText.parent($0.path) })
    let foreign = served.filter { visit, path in
      folders.contains(PathText.parent(path)) && pages.page(deployedAs: path) == nil
        && !pages.codes.contains(visit.outcome.status)
    }
    for (place, visits) in project.byPlace(foreign.map(\.visit), \.decisivePlace) {
      report.add(
        finding(
          "the pack has no page for \(visits.codes)", at: place,
          help: "add content/errors/\(visits[0].code).md and build, or leave the code out",
          shownBy: visits[0]))
    }
  }
}

extension PageOverLimit {
  func check(_ project: CaddyProject, into report: inout Report) {
    for visit in project.likelyVisits {
      guard case .file(let path) = visit.ending, let page = project.pages?.page(deployedAs: path), page.class == nil,
        let place = visit.decisivePlace
      else { continue }
      report.add(
        finding(
          "\(page.file) has \(page.bytes) bytes and fits no budget", at: place,
          help: "shorten its text, or its template", shownBy: visit))
    }
  }
}

extension PageDiffersFromBuilt {
  func check(_ project: CaddyProject, into report: inout Report) {
    guard let pages = project.pages else { return }
    for visit in project.likelyVisits {
      guard case .file(let path) = visit.ending, let page = pages.page(deployedAs: path),
        let built = pages.bytes(of: page, deployedAs: path), let served = try? project.files.read(path),
        served != built,
        let place = visit.decisivePlace
      else { continue }
      report.add(
        finding(
          "\(path) is not the page that was built", at: place,
          notes: ["The built one is \(PathText.join(pages.folder, page.file))."], help: "deploy the pack again",
          shownBy: visit))
    }
  }
}
