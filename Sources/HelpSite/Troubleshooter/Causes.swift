internal import Content

/// The causes that an edition's articles describe, as the troubleshooter asks for them.
struct Causes: Sendable {
  /// The articles about a cause, as positions in the edition's entries, in reading order.
  let positions: [Int]
  /// Those about a code, for every code that has a page and more than one cause: with one there is nothing to ask.
  let byCode: [Int: [Int]]

  /// Articles about no single cause that name lines of a log, such as those about a program.
  let signed: [Int]
  /// Articles for readers without a shell, by tag.
  let hosted: [Int]

  /// What an article is tagged with that a reader of a hosting panel can follow.
  private static let hostedTags: Set = ["shared hosting", "wordpress"]

  static let index = SitePath("troubleshooter/")
  /// For whoever has no code.
  static let any = SitePath("troubleshooter/any/")

  static func path(of code: Int) -> SitePath { SitePath("troubleshooter/\(code)/") }

  init(_ entries: [Edition.Entry], codes: [ErrorDefinition]) {
    positions = entries.indices.filter { entries[$0].article.cause != nil && !entries[$0].article.isTopic }
    func others(_ holds: (Article) -> Bool) -> [Int] {
      entries.indices.filter {
        entries[$0].article.cause == nil && !entries[$0].article.isTopic && holds(entries[$0].article)
      }
    }
    signed = others { !$0.signatures.isEmpty && !$0.codes.isEmpty }
    hosted = others { article in article.tags.contains { Self.hostedTags.contains($0.lowercased()) } }
    var byCode: [Int: [Int]] = [:]
    for position in positions {
      for code in Set(entries[position].article.codes) { byCode[code, default: []].append(position) }
    }
    let known = Set(codes.map(\.code))
    self.byCode = byCode.filter { known.contains($0.key) && $0.value.count > 1 }
  }

  /// The codes there is something to ask about, with the number of their causes. What fails behind the front door is
  /// looked for most, and what has many causes most of all.
  func codes(in edition: Edition) -> [(definition: ErrorDefinition, causes: Int)] {
    byCode.compactMap { code, causes in
      edition.codePositions[code].map { (edition.codes[$0], causes.count) }
    }
    .sorted { (-$0.0.code / 100, -$0.1, $0.0.code) < (-$1.0.code / 100, -$1.1, $1.0.code) }
  }

  /// The pages there are; none for a site without causes.
  var paths: [SitePath] {
    positions.isEmpty ? [] : [Self.index, Self.any] + byCode.keys.sorted().map { Self.path(of: $0) }
  }
}

/// What one program's log says about some causes.
struct ProgramLines {
  /// As front matter names it.
  let component: String
  private(set) var lines: [(text: String, position: Int)] = []

  /// The lines of the given articles by program, in the order in which a request meets the programs.
  static func all(_ positions: [Int], of entries: [Edition.Entry]) -> [ProgramLines] {
    var programs: [String: ProgramLines] = [:]
    for position in positions {
      for signature in entries[position].article.signatures {
        programs[signature.component, default: ProgramLines(component: signature.component)].lines
          .append((signature.text, position))
      }
    }
    return programs.values.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
  }

  /// As the program's makers write it.
  var name: String { Self.known.first { $0.component == component }?.name ?? component }

  /// Place on the way of a request; what is not known comes last.
  private var rank: Int { Self.known.firstIndex { $0.component == component } ?? Self.known.count }

  /// From the edge inwards: content networks and load balancers, proxies, application servers, databases, the system.
  private static let known: [(component: String, name: String)] = [
    ("cloudflare", "Cloudflare"), ("cloudfront", "CloudFront"), ("aws-alb", "AWS load balancer"), ("heroku", "Heroku"),
    ("nginx", "nginx"), ("apache", "Apache httpd"), ("caddy", "Caddy"), ("haproxy", "HAProxy"), ("varnish", "Varnish"),
    ("envoy", "Envoy"), ("traefik", "Traefik"), ("php-fpm", "PHP-FPM"), ("gunicorn", "Gunicorn"), ("uwsgi", "uWSGI"),
    ("node", "Node.js"), ("wordpress", "WordPress"), ("mysql", "MySQL, MariaDB"), ("postgres", "PostgreSQL"),
    ("kubernetes", "Kubernetes"), ("systemd", "systemd"), ("kernel/systemd", "Linux kernel, systemd"),
    ("kernel", "Linux kernel"),
  ]
}
