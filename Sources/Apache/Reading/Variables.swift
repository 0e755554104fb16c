import Diagnostics
import ProxyConfig

/// What `${NAME}` stands for: `Define`, and the environment httpd was started in (`ap_resolve_env`).
struct Variables: Sendable {
  private(set) var values: [String: ByteText?] = [:]
  let environment: [String: String]

  init(environment: [String: String]) { self.environment = environment }

  mutating func define(_ name: String, _ value: ByteText?) { values[name] = .some(value) }
  mutating func undefine(_ name: String) { values[name] = nil }
  func isDefined(_ name: String) -> Bool { values[name] != nil }

  /// The text with every variable that is known put in; the others stay as they are, as httpd leaves them.
  func resolve(_ text: ByteText, unknown: (String) -> Void = { _ in }) -> ByteText {
    guard text.contains("${") else { return text }
    var result = ByteText()
    var index = 0
    while let start = text.offset(of: "${", from: index) {
      result += text[index..<start]
      guard let end = text.offset(of: "}", from: start) else {
        index = start
        break
      }
      let name = text[start + 2..<end].string
      if let value = values[name] {
        result += value ?? ""
      } else if let value = environment[name] ?? Self.debian[name] {
        result += ByteText(value)
      } else {
        // A colon makes it the name of a rewrite map.
        if !name.contains(":") { unknown(name) }
        result += text[start..<end + 1]
      }
      index = end + 1
    }
    return result + text.from(index)
  }

  /// What Debian's `/etc/apache2/envvars` sets, which its own configuration is written for.
  private static let debian = [
    "APACHE_RUN_USER": "www-data", "APACHE_RUN_GROUP": "www-data", "APACHE_PID_FILE": "/var/run/apache2/apache2.pid",
    "APACHE_RUN_DIR": "/var/run/apache2", "APACHE_LOCK_DIR": "/var/lock/apache2", "APACHE_LOG_DIR": "/var/log/apache2",
  ]
}
