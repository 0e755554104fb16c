import Foundation
import TestSupport

/// A whole configuration of an nginx without rights, which keeps what it writes in one folder.
enum NginxMain {
  /// - Parameters:
  ///   - http: what its http block holds.
  ///   - top: lines before everything else, such as modules to load.
  static func text(_ folder: URL, top: [String] = [], http: [String]) -> String {
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path)/\($0);" }
    return """
      \(top.joined(separator: "\n"))
      daemon off;
      master_process off;
      pid \(folder.path)/nginx.pid;
      error_log \(folder.path)/error.log;
      events { worker_connections 512; }
      http {
      access_log off;
      \((paths + http).joined(separator: "\n"))
      }

      """
  }

  /// Debian's module for Lua and what it needs.
  static let lua = ["ndk_http_module", "ngx_http_lua_module"].map { "/usr/lib/nginx/modules/\($0).so" }

  static var hasLua: Bool {
    Command.find("nginx") != nil && lua.allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }

  /// The program's own check, and its start, with the file `nginx.conf` of a folder.
  static func check(_ folder: URL) -> [String] { ["-t", "-q"] + start(folder) }

  static func start(_ folder: URL) -> [String] { ["-p", folder.path, "-c", folder.path + "/nginx.conf"] }
}
