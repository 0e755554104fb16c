import Diagnostics
import Foundation
import HAProxy
import ProxyConfig
import TestSupport
import Testing
import Trace

/// What maps find, as HAProxy 2.6.12 answered for the same configuration.
@Suite struct MapTests {
  private static let maps = [
    "dom": "example.com long\ncom short\nshop shop\nb.c bc\n", "dir": "shop dshop\n/a/b dab\nx dx\n",
    "sub": "o so\nshop sshop\n", "end": ".css css\ns ss\nx.css xcss\n", "beg": "/ root\n/a a\n/a/b ab\n",
  ]

  @Test(arguments: [
    ("www.example.com", "/a/b/c", "long dab none none ab"), ("shop.de", "/shop/x.css", "shop dshop so css root"),
    ("xshop.de", "/shopx/s", "none none so ss root"), ("a.b.c", "/x", "bc dx none none root"),
    ("b.c.d", "/a/x/b", "bc dx none none a"), ("com", "/y/x?shop", "short dx none none root"),
    ("Example.COM:80", "/a?x/shop/", "long none none none a"), ("localhost", "/x.css?q=1", "none none none css root"),
  ])
  func kinds(_ host: String, _ target: String, _ found: String) {
    let values = ["dom", "dir", "sub", "end", "beg"].map { kind in
      "%[\(kind == "dom" ? "req.hdr(host),lower" : "path"),map_\(kind)(/etc/haproxy/\(kind).map,none)]"
    }
    let text = """
      defaults
        mode http
      frontend www
        bind :80
        http-request return status 200 content-type text/plain lf-string "\(values.joined(separator: " "))"

      """
    var all = ["/etc/haproxy/haproxy.cfg": text]
    for (name, lines) in Self.maps { all["/etc/haproxy/\(name).map"] = lines }
    let files = MemoryFiles(all)
    let model = HAProxyModel(HAProxyReader.read("/etc/haproxy/haproxy.cfg", files: files), files: files)
    var request = Request(host: "www.example.com", target: ByteText(target))
    request.headers.append(.init("Host", host))
    #expect(HAProxyTracer(model).trace(request, failures: Failures()).body == .inline(found))
  }
}
