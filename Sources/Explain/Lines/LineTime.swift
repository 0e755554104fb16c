/// Reads the time of a log line as the line shows it, in seconds since 1970 by its own clock: no time zone is applied,
/// so that the error log and the access log of one machine agree.
struct LineTime {
  /// The year of times that name none (syslog), or the one before it if they would be later than `latest`.
  let year: Int
  let latest: Int
  /// The last time read: neighbouring lines mostly have the same.
  private var lastBytes: (UInt64, UInt64, UInt32) = (0, 0, 0)
  private var lastSeconds: Int?

  init(year: Int, latest: Int) {
    (self.year, self.latest) = (year, latest)
  }

  /// Nil when the line begins with nothing that is a time.
  mutating func seconds(of line: Bytes, from start: Int) -> Int? {
    let line = line.from(start)
    guard line.count >= 20 else { return nil }
    let bytes = (line.word(at: 0), line.word(at: 8), line.gram(at: 16))
    if bytes == lastBytes { return lastSeconds }
    lastBytes = bytes
    lastSeconds = read(line)
    return lastSeconds
  }

  private func read(_ line: Bytes) -> Int? {
    switch line[0] {
    case UInt8(ascii: "{"): return json(line)
    case UInt8(ascii: "["): return read(line.from(1))
    case UInt8(ascii: "t") where line.hasText("time=\""): return read(line.from(6))
    case 0x30...0x39: return digits(line)
    default: break
    }
    // Nov 22 07:42:23, or Sun Nov 22 07:44:35.184753 2026
    if let month = Self.month(line, at: 0) {
      let seconds = date(year, month, Self.day(line, at: 4), line, 7)
      guard let seconds, seconds > latest else { return seconds }
      return date(year - 1, month, Self.day(line, at: 4), line, 7)
    }
    guard line.count >= 24, let month = Self.month(line, at: 4) else { return nil }
    let yearAt = line[19] == UInt8(ascii: ".") ? 27 : 20
    return date(line.fixedNumber(at: yearAt, digits: 4), month, Self.day(line, at: 8), line, 11)
  }

  private func digits(_ line: Bytes) -> Int? {
    switch (line[2], line[4]) {
    case (_, UInt8(ascii: "/")), (_, UInt8(ascii: "-")):
      // 2026/11/22 07:41:00 and 2026-11-22T07:41:00
      return date(
        line.fixedNumber(at: 0, digits: 4), line.fixedNumber(at: 5, digits: 2), line.fixedNumber(at: 8, digits: 2),
        line, 11)
    case (UInt8(ascii: "/"), _), (UInt8(ascii: "-"), _):
      // 22/Nov/2026:07:42:23 and 22-Nov-2026 07:42:23
      return date(
        line.fixedNumber(at: 7, digits: 4), Self.month(line, at: 3) ?? 0, line.fixedNumber(at: 0, digits: 2), line, 12)
    default: return nil
    }
  }

  private func json(_ line: Bytes) -> Int? {
    for name in ["\"time\"", "\"ts\"", "\"@timestamp\"", "\"timestamp\"", "\"start_time\""] as [StaticString] {
      if let text = JSONText.string(name, in: line), text.count >= 19 { return read(line[text]) }
    }
    if let start = JSONText.number("\"ts\"", in: line), let (seconds, count) = Self.long(line, at: start) {
      return count > 11 ? seconds / 1000 : seconds
    }
    if let start = JSONText.number("\"__REALTIME_TIMESTAMP\"", in: line), let (micros, _) = Self.long(line, at: start) {
      return micros / 1_000_000
    }
    return nil
  }

  private static func long(_ line: Bytes, at start: Int) -> (Int, Int)? {
    var value = 0
    var next = start
    while next < line.count, next - start < 17, (0x30...0x39).contains(line[next]) {
      value = value * 10 + Int(line[next] & 0x0F)
      next += 1
    }
    return next == start ? nil : (value, next - start)
  }

  private func date(_ year: Int, _ month: Int, _ day: Int, _ line: Bytes, _ clock: Int) -> Int? {
    let hour = line.fixedNumber(at: clock, digits: 2)
    let minute = line.fixedNumber(at: clock + 3, digits: 2)
    let second = line.fixedNumber(at: clock + 6, digits: 2)
    guard year >= 0, (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
      (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    return CivilDate.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func day(_ line: Bytes, at index: Int) -> Int {
    line[index] == UInt8(ascii: " ")
      ? line.fixedNumber(at: index + 1, digits: 1) : line.fixedNumber(at: index, digits: 2)
  }

  private static func month(_ line: Bytes, at index: Int) -> Int? {
    guard index + 3 <= line.count else { return nil }
    let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
    let name = line[index..<index + 3]
    for month in 0..<12 {
      let start = names.utf8Start + month * 3
      if name[0] == start[0], name[1] == start[1], name[2] == start[2] { return month + 1 }
    }
    return nil
  }
}

/// The proleptic Gregorian calendar by arithmetic (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
enum CivilDate {
  /// Days since 1 January 1970.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// `2026-11-22 07:42:23`.
  static func text(_ seconds: Int) -> String {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let clock = seconds - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2)) "
      + "\(padded(clock / 3600, 2)):\(padded(clock / 60 % 60, 2)):\(padded(clock % 60, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
