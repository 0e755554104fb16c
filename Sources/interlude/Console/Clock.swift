internal import Content
internal import Foundation

/// The one place that reads the clock.
enum Clock {
  /// The present in nanoseconds since 1970.
  static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static func today() -> Day? {
    // Foundation's calendar takes 3 ms to wake up, which every command would pay.
    var (now, parts) = (time(nil), tm())
    guard gmtime_r(&now, &parts) != nil else { return nil }
    return Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }
}
