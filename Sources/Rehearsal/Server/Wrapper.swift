import Foundation

/// What stands around a configuration that is only a part of one.
struct Wrapper: Sendable {
  /// What the program says when it misses that.
  let complaints: [String]
  /// What it is, for the report.
  let name: String
  /// The whole, around the file at `config`; nil where the text shows that it is one already.
  ///
  /// - Parameters:
  ///   - text: the whole configuration.
  ///   - ports: where requests are sent to.
  let whole: @Sendable (_ config: String, _ text: String, _ ports: Set<Int>) -> String?

  static let nginx = Wrapper(
    complaints: ["directive is not allowed here"], name: "an http block",
    whole: { config, _, _ in "events {}\nhttp {\n  include \(config);\n}\n" })

  /// What Debian's `apache2.conf`, `ports.conf` and `mods-enabled/` are to a file of `sites-enabled/`.
  static let httpd = Wrapper(
    complaints: ["No MPM loaded", "Invalid command", "no listening sockets available"],
    name: "modules of httpd and what it listens to",
    whole: { config, text, ports in
      guard !text.contains(#/(?mi)^\s*LoadModule\s+mpm_/#),
        let folder = moduleFolders.first(where: SandboxFiles.isFolder)
      else { return nil }
      var lines = [
        "ServerName localhost", "PidFile \(SandboxFiles.scratch)/httpd.pid",
        "ErrorLog \(SandboxFiles.scratch)/server.log",
      ]
      // A module that is part of the program has no file.
      for name in modules where FileManager.default.fileExists(atPath: "\(folder)/mod_\(name).so") {
        lines.append("LoadModule \(name)_module \(folder)/mod_\(name).so")
      }
      if FileManager.default.fileExists(atPath: "/etc/mime.types") {
        lines.append("<IfModule mod_mime.c>\nTypesConfig /etc/mime.types\n</IfModule>")
      }
      if !text.contains(#/(?mi)^\s*Listen\s/#) { lines += ports.sorted().map { "Listen \($0)" } }
      return (lines + ["Include \(config)"]).joined(separator: "\n") + "\n"
    })

  private static let moduleFolders = [
    "/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", "/usr/local/apache2/modules", "/usr/lib/httpd/modules",
  ]

  /// What sites use, in an order in which each finds those it needs.
  private static let modules = [
    "mpm_event", "unixd", "log_config", "version", "authn_core", "authn_file", "authz_core", "authz_host",
    "authz_user", "authz_groupfile", "access_compat", "auth_basic", "alias", "autoindex", "deflate", "dir", "env",
    "expires", "filter", "headers", "include", "macro", "mime", "negotiation", "remoteip", "reqtimeout", "request",
    "rewrite", "setenvif", "slotmem_shm", "socache_shmcb", "ssl", "status", "substitute", "proxy", "proxy_ajp",
    "proxy_balancer", "lbmethod_bybusyness", "lbmethod_byrequests", "lbmethod_bytraffic", "proxy_fcgi",
    "proxy_http", "proxy_http2", "proxy_scgi", "proxy_uwsgi", "proxy_wstunnel",
  ]
}
