import ProxyConfig
import Trace

/// Writes random Caddyfiles: sites, nested blocks, matchers, rewrites, files, upstreams that fail, every form of error
/// handling, and now and then something that Caddy refuses.
struct RandomCaddyfile {
  var random: SeededRandom
  let isModern: Bool
  let root: String
  let adminPort: Int
  let upstreams: [(failure: Failure, port: Int)]
  var matcherCount = 0
  var snippets: [String] = []
  /// Where the sites listen.
  private(set) var ports = Ports(http: 0, https: 0)
  /// Whether there are sites that are encrypted.
  private(set) var hasTLS = false

  struct Ports {
    var http: Int
    var https: Int
  }

  init(seed: UInt64, isModern: Bool, root: String, adminPort: Int, upstreams: [(failure: Failure, port: Int)]) {
    random = SeededRandom(seed: seed)
    self.isModern = isModern
    self.root = root
    self.adminPort = adminPort
    self.upstreams = upstreams
  }

  static let hosts = ["a.test", "b.test", "sub.a.test"]
  /// What the real Caddy's environment holds, and the reader is told.
  static func environment(root: String) -> [String: String] {
    ["JUDGE_COLOR": "red", "JUDGE_PAGES": "\(root)/pages"]
  }

  /// A whole file whose sites listen on these ports.
  mutating func text(_ ports: Ports) -> String {
    self.ports = ports
    hasTLS = random.chance(12)
    var text = globalOptions() + snippetDefinitions()
    for address in addresses() { text += address + " {\n" + site(isEncrypted: isEncrypted(address)) + "}\n" }
    return text
  }

  mutating func prepare(_ ports: Ports) { self.ports = ports }

  private mutating func globalOptions() -> String {
    var text = "{\n\tadmin 127.0.0.1:\(adminPort)\n\tgrace_period 100ms\n"
    if hasTLS {
      text += "\thttp_port \(ports.http)\n\thttps_port \(ports.https)\n\tskip_install_trust\n\tlocal_certs\n"
      text += random.pick(["", "", "\tauto_https disable_redirects\n"])
    } else {
      text += random.pick(["\tauto_https off\n", "\tauto_https off\n", "", "\tauto_https disable_redirects\n"])
    }
    // 2.6 keeps an order for whatever it loads later.
    if isModern, random.chance(12) {
      text += random.pick([
        "\torder respond before handle\n", "\torder file_server first\n", "\torder header last\n",
        "\torder rewrite after encode\n",
      ])
    }
    if random.chance(8) { text += "\tlog {\n\t\toutput discard\n\t}\n" }
    return text + "}\n"
  }

  private mutating func snippetDefinitions() -> String {
    var text = ""
    if random.chance(40) {
      text += "(pages) {\n" + errorBlock(argument: true) + "}\n"
      snippets.append("pages")
    }
    if random.chance(25) {
      text +=
        "(proxy) {\n\treverse_proxy \(upstream()) {\n\t\ttransport http {\n\t\t\tresponse_header_timeout 300ms\n\t\t}\n\t}\n}\n"
      snippets.append("proxy")
    }
    if random.chance(20) {
      let (first, rest) =
        isModern ? ("{args[0]}", random.pick(["{args[1:]}", "{args[1]}", "{args[:]}"])) : ("{args.0}", "{args.1}")
      text += "(tag) {\n\theader X-Tag \(first)\n\trespond \(first) \(rest)\n}\n"
      text += "(outer) {\n\timport tag \(first) \(random.pick(["200", "503", rest]))\n}\n"
      snippets += ["tag", "outer"]
    }
    if isModern, random.chance(10) {
      text += "(wrap) {\n\thandle \(random.pick(["/a*", "/app/*", ""])) {\n\t\t{block}\n\t}\n}\n"
      snippets.append("wrap")
    }
    if isModern, random.chance(8) {
      text += "&(named) {\n\theader X-Named yes\n\trespond \"named {path}\" \(random.pick(["200", "500"]))\n}\n"
      snippets.append("named")
    }
    return text
  }

  private mutating func addresses() -> [String] {
    let port = ports.http
    if hasTLS {
      return random.pick([
        ["a.test"], ["a.test", "http://b.test"], ["a.test, b.test"], ["https://a.test:\(ports.https)"],
        ["a.test", "*.a.test"], ["a.test:\(ports.https)", "http://"],
      ])
    }
    return switch random.below(7) {
    case 0: ["http://a.test:\(port)", "http://b.test:\(port)"]
    case 1: ["http://a.test:\(port), http://b.test:\(port)"]
    case 2: ["http://*.a.test:\(port)", "http://:\(port)"]
    case 3: ["http://a.test:\(port)/app/*", "http://a.test:\(port)"]
    case 4: ["http://a.test:\(port) http://:\(ports.https)", "http://b.test:\(ports.https)"]
    default: ["http://:\(port)"]
    }
  }

  private func isEncrypted(_ address: String) -> Bool { hasTLS && !address.hasPrefix("http://") }

  private mutating func site(isEncrypted: Bool) -> String {
    var text = isEncrypted && random.chance(30) ? "\ttls internal\n" : ""
    matcherCount = 0
    for _ in 0..<random.below(3) { text += matcherDefinition(1) }
    if random.chance(75) {
      let folder = random.pick(["pages", "pages", "site", "missing", "site/sub"])
      text += "\troot * " + (folder == "pages" ? "{$JUDGE_PAGES:/nowhere}" : "\(root)/\(folder)") + "\n"
    }
    for _ in 0..<(1 + random.below(4)) { text += directive(1) }
    if random.chance(8) { text += importLine() }
    if snippets.contains("proxy"), random.chance(60) {
      text += "\timport proxy\n"
    } else if random.chance(75) {
      text += proxy(1)
    }
    if snippets.contains("pages"), random.chance(60) {
      text += "\timport pages \(random.pick(["502", "error", "{err.status_code}"]))\n"
    } else if random.chance(80) {
      text += errorBlock(argument: false)
    }
    return text
  }

  /// Files, patterns of files and snippets.
  private mutating func importLine() -> String {
    random.pick([
      "\timport \(root)/imports/errors.caddy\n", "\timport \(root)/imports/*.part\n",
      "\timport \(root)/imports/no*.part\n",
      "\timport \(root)/imports/empty.caddy\n", "\timport \(root)/imports/missing.caddy\n",
      "\timport \(root)/imports/arguments.caddy \(random.pick(["one", "two three", ""]))\n",
    ])
  }

  func tabs(_ depth: Int) -> String { String(repeating: "\t", count: depth) }
}
