import Diagnostics
import ProxyConfig

/// The files that stand directly in `http`, and what stands beside them.
struct SiteFiles {
  /// Those that are included once, in their order.
  private(set) var single: [IncludedFile] = []
  /// Directives in `http` and outside of it, blocks of servers and upstreams left out, each with its file.
  private var shared: [(directive: Directive, file: String)] = []

  /// Nil for a fragment of a configuration, and for one without included files.
  init?(_ tree: ConfigTree) {
    guard tree.directives.expanded.count(where: { $0.name == "http" }) == 1 else { return nil }
    var files: [IncludedFile] = []
    for directive in tree.directives.expanded {
      if directive.name == "http", let block = directive.block { gather(block, tree.main.name, &files) }
      if directive.block == nil { shared.append((directive, "")) }
    }
    // Counted in the whole tree: a file may also be included elsewhere.
    var counts: [String: Int] = [:]
    tree.walk { directive, _ in for file in directive.included ?? [] { counts[file.source.name, default: 0] += 1 } }
    single = files.filter { counts[$0.source.name] == 1 }
    guard !single.isEmpty else { return nil }
  }

  private mutating func gather(_ directives: [Directive], _ file: String, _ files: inout [IncludedFile]) {
    for directive in directives {
      if directive.name != "server", directive.name != "upstream" { shared.append((directive, file)) }
      for included in directive.included ?? [] {
        files.append(included)
        gather(included.directives, included.source.name, &files)
      }
    }
  }

  /// Whether nothing that holds for all servers depends on their names, the files of some servers left aside.
  func everythingShared(besides names: Set<String>) -> Bool {
    shared.allSatisfy { directive, file in
      if names.contains(file) || Self.unasked.contains(directive.name) { return true }
      guard directive.name == "include" || NginxModel.isStock(directive.name) else { return false }
      // Variables of one's own are used by no server that is compared.
      if directive.block != nil { return Self.blocks.contains(directive.name) }
      if directive.name == "large_client_header_buffers" {
        return (directive.words.last?.bytes).flatMap(NginxSize.bytes).map { $0 >= 1024 } ?? false
      }
      return directive.arguments.allSatisfy { SiteVariables.areHarmless(in: $0.bytes, host: false) }
    }
  }

  private static let blocks: Set<String> = ["http", "events", "map", "geo", "split_clients", "types"]
  /// Directives of which nobody evaluates the variables.
  private static let unasked: Set<String> = [
    "log_format", "access_log", "error_log", "proxy_set_header", "proxy_cache_path", "limit_req_zone",
    "limit_conn_zone",
  ]
}
