/// A minute in UTC, as settings state it: `2026-12-01T06:00Z`.
public struct Moment: Sendable, Hashable {
  public let day: Day
  public let hour: Int
  public let minute: Int

  /// Nil unless `text` is a date and a time of RFC 3339 without seconds, in UTC.
  public init?(_ text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let day = Day(parts[0]), parts[1].utf8.count == 6, parts[1].hasSuffix("Z") else {
      return nil
    }
    let time = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 2, time.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(time[0]), let minute = Int(time[1]), hour < 24, minute < 60
    else { return nil }
    (self.day, self.hour, self.minute) = (day, hour, minute)
  }

  /// The attribute of an HTML `time` element.
  public var machineText: String { "\(day)T\(Self.padded(hour)):\(Self.padded(minute))Z" }

  /// The same in every language, because the order of a date's parts is not: `2026-12-01 06:00 UTC` (ISO 8601).
  public var text: String { "\(day) \(Self.padded(hour)):\(Self.padded(minute)) UTC" }

  /// As a header field has it (RFC 9110, section 5.6.7): `Tue, 01 Dec 2026 06:00:00 GMT`.
  public var httpDate: String {
    // Day 0 was a Wednesday.
    let weekday = ["Wed", "Thu", "Fri", "Sat", "Sun", "Mon", "Tue"][day.dayNumber % 7]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][day.month - 1]
    return "\(weekday), \(Self.padded(day.day)) \(month) \(day.year) "
      + "\(Self.padded(hour)):\(Self.padded(minute)):00 GMT"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
