import Checks
import Diagnostics
import Proxies
import ProxyConfig
import Trace

/// A configuration is read, checked whole, and asked for a few requests.
enum ProxyTarget {
  static func run(_ bytes: [UInt8], _ name: String, _ path: String) {
    guard let proxy = ProxyList.proxy(named: name) else { return }
    let machine = Self.machine(bytes, proxy, path)
    let project = proxy.load(path, machine)
    FuzzTarget.tell(Checker.check(project))
    _ = project.matrix.text
    let traced = proxy.tracer(path, machine, isPlainVisitor: false)
    for failures in [Failures(), Failures(everywhere: .refused)] {
      for target in ["/", "/a/b.html?x=1"] as [ByteText] {
        _ = traced.tracer.trace(Question(Request(host: "www.example.com", target: target), failures))
      }
    }
  }

  private static func machine(_ bytes: [UInt8], _ proxy: any Proxy, _ path: String) -> Machine {
    var files = MemoryFiles()
    files.add(path, bytes, mode: 0o644)
    files.add("/srv/pages/50x.html", Array("<h1>Down</h1>".utf8), mode: 0o644)
    return Machine(files: files, prefix: proxy.usualPrefix, isWholeMachine: bytes.count % 2 == 0)
  }

  /// What expectations are held against.
  static let sample: (tracer: TracedConfig, project: any LoadedProxy) = {
    let proxy = ProxyList.all[0]
    let text = """
      events {}
      http { server { listen 80; server_name shop.example; proxy_intercept_errors on; error_page 502 /50x.html;
      location / { proxy_pass http://127.0.0.1:9000; } location = /50x.html { internal; root /srv/pages; } } }
      """
    let path = "/etc/nginx/nginx.conf"
    let machine = Self.machine(Array(text.utf8), proxy, path)
    return (proxy.tracer(path, machine, isPlainVisitor: true), proxy.load(path, machine))
  }()
}
