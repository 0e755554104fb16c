import Diagnostics
import ProxyConfig
import Trace

/// Finds caches that keep an upstream's errors.
struct CachedError: NginxRule {
  static let description = RuleDescription(
    id: "cached-error", severity: .warning,
    summary: "the upstream's errors are kept in the cache",
    rationale:
      "proxy_cache_valid any, or one with a 5xx, keeps an error after the upstream has recovered: visitors go on seeing the outage.",
    failing: [
      .nginx("location / { proxy_cache one; ⟦proxy_cache_valid any 1m;⟧ proxy_pass http://127.0.0.1:9000; }")
    ],
    passing: [
      .nginx(
        """
        location / {
          proxy_cache one;
          proxy_cache_valid 200 301 1m;
          proxy_cache_valid 404 10s;
          proxy_pass http://127.0.0.1:9000;
        }
        """),
      .nginx("location / { proxy_cache one; proxy_cache_valid any 5s; proxy_pass http://127.0.0.1:9000; }"),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for route in project.routes {
      guard let pass = project.model.pass(in: route.location),
        let zone = project.model.value("\(pass.module)_cache", in: route.location), zone != "off"
      else { continue }
      for line in project.model.settings("\(pass.module)_cache_valid", in: route.location) {
        guard let time = line.words.last?.value, line.words.count > 2, Self.seconds(time) >= 10 else { continue }
        let codes = line.arguments.dropLast().filter {
          $0.bytes == "any" || ($0.bytes.number.map { $0 >= 500 } ?? false)
        }
        guard !codes.isEmpty else { continue }
        report.add(
          finding(
            "an error of the upstream is shown for \(time) after it has recovered", at: line.place,
            help: "list the codes worth keeping: 200 301 302 404",
            related: project.related("the cached location", location: route.location)))
      }
    }
  }

  /// Seconds of a time such as `1m`; combinations are added up.
  private static func seconds(_ text: String) -> Int {
    var sum = 0
    var number = 0
    for character in text {
      if let digit = character.wholeNumberValue {
        number = min(number * 10 + digit, 1 << 40)
        continue
      }
      let factors: [Character: Int] = [
        "s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800, "M": 2_592_000, "y": 31_536_000,
      ]
      sum += number * (factors[character] ?? 1)
      number = 0
    }
    return sum + number
  }
}
