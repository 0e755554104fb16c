internal import Diagnostics

/// Problems that come with the passing of time and not with an edit.
///
/// A build that reads only what was edited leaves out those it remembers and works them out anew.
public enum DatedProblems {
  /// Their ids.
  public static let ids: Set<String> = ["stale-page", "maintenance-over"]

  /// A page that nobody has checked for too long; `source` is its file.
  static func stale(_ reviewed: Day, on today: Day, in source: Source) -> Diagnostic {
    Diagnostic(
      "stale-page", .warning, "last reviewed \(reviewed), \(today.dayNumber - reviewed.dayNumber) days ago",
      at: place(of: "\(reviewed)", behind: "reviewed", in: source),
      help: "check that it is still right and set `reviewed: \(today)`")
  }

  /// Planned work that should have ended before `today`, nil if it should not; `source` is `site.yaml`.
  static func over(_ until: Moment?, on today: Day, in source: @autoclosure () -> Source) -> Diagnostic? {
    guard let until, until.day.dayNumber < today.dayNumber else { return nil }
    return Diagnostic(
      "maintenance-over", .warning, "the planned work should have ended on \(until.day)",
      at: place(of: until.machineText, behind: "until", in: source()),
      notes: ["the page for planned work names a time that has passed, and so does its Retry-After"],
      help: "name the next end, or remove the key")
  }

  /// `value` behind the first `key:` that no comment holds; the beginning of the file if there is none.
  private static func place(of value: String, behind key: String, in source: Source) -> Place {
    for line in source.bytes.split(separator: 0x0A) where !line.starts(with: [UInt8(ascii: "#")]) {
      guard let key = line.firstRange(of: Array("\(key):".utf8)),
        let found = line[key.upperBound...].firstRange(of: Array(value.utf8))
      else { continue }
      return source.place(found)
    }
    return source.place(0..<0)
  }
}
