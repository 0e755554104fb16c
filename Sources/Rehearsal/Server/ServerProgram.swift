/// How a proxy is started: a row of a table, all that a rehearsal has to know of a proxy.
public struct ServerProgram: Sendable {
  /// As `--proxy` names it.
  public let kind: String
  /// The program's names, the usual one first.
  let names: [String]
  /// The arguments that make it serve in the foreground; `CONFIG` and `PREFIX` stand for the paths.
  let start: [String]
  /// Arguments to try where those are refused.
  var fallback: [String]?
  /// The arguments that make it print its configuration as JSON, which it serves with `fallback`; empty where it cannot.
  var adapt: [String] = []
  /// What it needs in its environment.
  var environment: [String: String] = [:]
  /// Lines that cannot hold for a user without rights, by their first word; they are left out of the copy.
  var privileged: [String] = []
  /// Whether it remembers that a single upstream failed, so that it starts anew for every failure.
  var remembers = false
  /// Whether it tries again, after a moment each time, where a connection is refused.
  var waitsWhenRefused = false
  /// Arguments that shorten limits which stand in no file.
  var quickStart: [String] = []
  /// No header of this many bytes is taken from an upstream.
  var headerLimit = 300_000
  var wrapper: Wrapper?
  /// The arguments that make it tell its release.
  var version = ["-v"]

  public static let all: [ServerProgram] = [
    ServerProgram(
      kind: "nginx", names: ["nginx", "openresty", "angie", "tengine"],
      start: ["-c", "CONFIG", "-p", "PREFIX", "-g", "daemon off;"], fallback: ["-c", "CONFIG", "-p", "PREFIX"],
      wrapper: .nginx),
    ServerProgram(
      kind: "caddy", names: ["caddy"], start: ["run", "--config", "CONFIG", "--adapter", "caddyfile"],
      fallback: ["run", "--config", "CONFIG"], adapt: ["adapt", "--config", "CONFIG", "--adapter", "caddyfile"],
      headerLimit: 11_000_000, version: ["version"]),
    ServerProgram(
      kind: "haproxy", names: ["haproxy"], start: ["-db", "-f", "CONFIG"],
      // It refuses more connections than this machine allows it files.
      fallback: ["-db", "-n", "2000", "-f", "CONFIG"],
      privileged: ["user", "group", "uid", "gid", "chroot", "daemon"], waitsWhenRefused: true),
    ServerProgram(
      kind: "apache", names: ["apache2", "httpd"], start: ["-DFOREGROUND", "-f", "CONFIG"],
      environment: [
        "APACHE_RUN_USER": "www-data", "APACHE_RUN_GROUP": "www-data", "APACHE_RUN_DIR": "/var/run/apache2",
        "APACHE_PID_FILE": "/var/run/apache2/apache2.pid", "APACHE_LOCK_DIR": "/var/lock/apache2",
        "APACHE_LOG_DIR": "/var/log/apache2",
      ],
      remembers: true, wrapper: .httpd),
    // Those that cannot be read yet are rehearsed without predictions.
    ServerProgram(kind: "lighttpd", names: ["lighttpd"], start: ["-D", "-f", "CONFIG"], remembers: true),
    ServerProgram(
      kind: "varnish", names: ["varnishd"],
      start: [
        "-F", "-f", "CONFIG", "-a", "0.0.0.0:80", "-n", "/dev/shm/interlude/varnish", "-s", "malloc,64m",
        // It would remember a refused connection for a moment.
        "-p", "backend_remote_error_holddown=0", "-p", "backend_local_error_holddown=0",
      ], quickStart: ["-p", "first_byte_timeout=1"],
      version: ["-V"]),
    ServerProgram(kind: "envoy", names: ["envoy"], start: ["--base-id", "7", "-c", "CONFIG"], version: ["--version"]),
    ServerProgram(kind: "traefik", names: ["traefik"], start: ["--configFile=CONFIG"], version: ["version"]),
  ]

  /// Where the program is: as told, or in the usual folders; nil where it is not.
  public func path(_ told: String?) -> String? {
    if let told { return Programs.find(told) }
    return names.lazy.compactMap { Programs.find($0) }.first
  }

  public static func of(_ kind: String) -> ServerProgram? { all.first { $0.kind == kind } }
}
