internal import Diagnostics

/// Reads `sources`: addresses, or what was seen on which program and when.
enum EvidenceReader {
  static func read(_ front: Record, into report: inout Report) -> [Evidence] {
    front.list("sources").compactMap { item in
      switch item.value {
      case .text(let url): Evidence(url: url)
      case .record(let record): evidence(record, at: item.place, into: &report)
      default: nil
      }
    }
  }

  private static func evidence(_ record: Record, at place: Place, into report: inout Report) -> Evidence? {
    let (program, version, date) = (record.text("program"), record.text("version"), record.day("date"))
    if record.keys.isEmpty || (program == nil && record.text("url") == nil) {
      report.add(
        Diagnostic(
          "source-without-origin", "a source names neither an address nor a program", at: place,
          notes: ["a reader could not look it up, and nobody could see it again"],
          help: "add `url: https://…`, or `program`, `version` and `date` of what was seen"))
      return nil
    }
    // What a program does is true of a version and was seen on a day; without them it cannot be judged later.
    for (name, isThere) in [("version", version != nil), ("date", date != nil)] where program != nil && !isThere {
      report.add(
        Diagnostic(
          "source-without-\(name)", "a source that was seen on a program lacks its `\(name)`",
          at: record.place(of: "program") ?? place,
          help: name == "date" ? "add `date: 2026-11-22`, the day it was seen" : "add `version: \"1.22.1\"`"))
    }
    if program == nil, let place = record.place(of: "version") {
      report.add(
        Diagnostic(
          "source-without-program", "a source has a `version` of no program", at: place,
          help: "add `program: nginx`, or leave out the version"))
    }
    return Evidence(url: record.text("url"), what: record.text("what"), program: program, version: version, date: date)
  }
}
