internal import Content

/// How rules tell whose line they look at, in a way that every pipeline's language can say.
///
/// `interlude explain` parses a line's shape; a pipeline gets the same decision from a few fixed texts. The first kind
/// that fits counts, and `plain` is what remains.
struct LineKind: Sendable {
  let format: LogFormat
  /// The line is of this kind if it holds all texts of one of these, in this order.
  let signs: [[String]]
  /// Where the program's own words end and a visitor's begin; nothing after it is looked at.
  var end: String?
  /// In an access log only fields count.
  var isAccessLog = false

  static let all: [LineKind] = [
    // Its access log as JSON; the usual one is known by its fields.
    LineKind(format: .envoy, signs: [["\"response_flags\":\""]]),
    LineKind(
      format: .nginx, signs: ["error", "crit", "alert", "emerg", "warn"].map { ["[\($0)] ", "#", ": "] },
      end: ", client: "),
    LineKind(format: .apache, signs: [["] [pid "]], end: ", referer: "),
    LineKind(format: .gunicorn, signs: ["ERROR", "CRITICAL", "WARNING", "INFO"].map { ["] [\($0)] "] }),
    // Its dates are like `[22-Nov-2026 07:48:53]`; PostgreSQL has a number in brackets there.
    LineKind(
      format: .phpFPM, signs: ["WARNING", "ERROR", "ALERT", "NOTICE"].map { ["[", "-20", "] \($0): "] }),
    LineKind(
      format: .caddy,
      signs: [["\"ts\":", "\"logger\":\""]] + ["ERROR", "WARN", "INFO"].map { ["\t\($0)\t"] },
      end: "\"request\":{"),
    LineKind(
      format: .traefik,
      signs: [["time=\"", " level="], ["\"level\":\"", "\"message\":\""]]
        + ["DBG", "INF", "WRN", "ERR", "FTL"].map { ["Z \($0) "] }),
    LineKind(format: .varnish, signs: [["varnishd["]]),
    LineKind(format: .haproxy, signs: [["haproxy["]]),
    LineKind(format: .access, signs: [["] \"", " HTTP/"]], isAccessLog: true),
  ]
}
