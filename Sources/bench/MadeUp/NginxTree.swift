import Diagnostics
import Foundation
import ProxyConfig

/// A made-up nginx configuration: one main file that includes a file for each server, of 40 lines and five `error_page`.
struct NginxTree {
  let count: Int

  private static let words = ["shop", "blog", "mail", "wiki", "data", "auth", "files", "forum", "maps", "news", "api"]

  static let mainFile = "nginx.conf"

  /// Writes the tree and returns the main file's path. The same count gives the same bytes, but for `folder`.
  func write(below folder: URL) throws -> String {
    let sites = folder.appending(path: "sites")
    try FileManager.default.createDirectory(at: sites, withIntermediateDirectories: true)
    let main = """
      worker_processes 1;
      pid nginx.pid;
      error_log stderr;
      events { worker_connections 1024; }
      http {
          access_log off;
          server_names_hash_max_size 65536;
          server_names_hash_bucket_size 128;
          client_body_temp_path \(folder.path)/tmp;
          map $http_accept $error_type { default html; ~json json; }
          error_page 500 502 503 504 /errors/5xx.html;
          include \(sites.path)/*.conf;
          server { listen 127.0.0.1:18080 default_server; return 444; }
      }

      """
    let path = folder.appending(path: Self.mainFile)
    try Data(main.utf8).write(to: path)
    var dice = Dice(seed: 7)
    for number in 0..<count {
      try Data(site(number, &dice).utf8).write(to: sites.appending(path: "site-\(number).conf"))
    }
    return path.path
  }

  /// Reads a tree as `check` does, and does nothing with it.
  static func read(_ path: String) throws {
    let tree = NginxReader.read(path, files: DiskFiles())
    guard !tree.report.hasErrors else { throw BenchError(message: "the configuration is refused") }
  }

  private func site(_ number: Int, _ dice: inout Dice) -> String {
    let word = Self.words[dice.below(Self.words.count)]
    let other = Self.words[dice.below(Self.words.count)]
    let port = 20_000 + number
    let seconds = 5 + dice.below(50)
    let missing = ["/errors/404.html", "=200 /errors/404.html", "@page_\(number)"][dice.below(3)]
    let broken = ["/errors/5xx.html", "=503 /errors/busy.html", "https://status.example.com/"][dice.below(3)]
    return """
      # site \(number): \(word) \(other)
      upstream \(word)_\(number) {
          server 127.0.0.1:\(port) max_fails=3 fail_timeout=\(seconds)s;
          server 127.0.0.1:\(port + 20_000) backup;
          keepalive \(seconds);
      }

      server {
          listen 127.0.0.1:18080;
          server_name \(word)\(number).example.com www.\(word)\(number).example.com;
          root /srv/\(word)/\(number);
          index index.html;

          error_page 400 401 /errors/4xx.html;
          error_page 404 \(missing);
          error_page 429 =503 /errors/busy.html;
          error_page 500 502 504 \(broken);
          error_page 503 @page_\(number);
          proxy_intercept_errors on;

          location ^~ /errors/ {
              internal;
              root /srv/pages/\(other);
              add_header X-Error-Page "\(word)" always;
          }

          location / {
              proxy_pass http://\(word)_\(number);
              proxy_set_header Host $host;
              proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
              proxy_read_timeout \(seconds)s;
          }

          location @page_\(number) {
              add_header Retry-After \(seconds) always;
              return 503 "back soon";
          }
      }

      """
  }
}
