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

  private static let run = "run on the real server"
  private static let schema = "held against its schema, not applied"
  private static let grammar = "parsed, not applied"

  /// Folder, what it is for, who chooses language and format, how it was tested.
  private static let rows: [(folder: String, target: String, choice: String, tested: String)] = [
    ("apache", "Apache 2.4, also as `.htaccess`", "the visitor", run),
    ("aws", "CloudFront and ALB: CloudFormation and Terraform", "you", schema),
    ("azure", "Application Gateway: Terraform", "you", grammar),
    ("caddy", "Caddy 2.6 and later", "the visitor", run),
    ("cloudflare", "Custom error rules and error pages: Terraform", "you", grammar),
    ("envoy", "Envoy 1.22 and later", "the visitor", run),
    ("fastly", "Fastly: VCL snippets", "you", "read only"),
    ("google-cloud", "Global external load balancer: Terraform, URL map", "you", grammar),
    ("haproxy", "HAProxy 2.6 and later", "the visitor", run),
    ("iis", "IIS 8 and later", "you", grammar),
    ("kubernetes", "Page service, Gateway API, Envoy Gateway, ingress-nginx", "the visitor, or you", schema),
    ("lighttpd", "lighttpd 1.4.60 and later", "the visitor", run),
    ("nginx", "nginx, OpenResty, Angie", "the visitor", "run on the real nginx"),
    ("page-service", "A small nginx for proxies that fetch their pages", "the visitor", run),
    ("traefik", "Traefik 3: file provider and labels", "the visitor", run),
    ("varnish", "Varnish 6 and later", "the visitor", run),
  ]

  private var text: String {
    let rows = Self.rows.map { "| `\($0.folder)/` | \($0.target) | \($0.choice) | \($0.tested) |" }
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
