public import ArgumentParser
internal import Building
public import Diagnostics
internal import Foundation
internal import Publish

/// How a command hands over the problems it found; shared by every command that reports.
struct ReportOptions: ParsableArguments {
  @Option(help: "How problems are written: text, json, sarif or github.")
  var format: ReportFormat = .text

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  /// Writes the report: text goes to standard error, everything else to standard output.
  func write(_ report: Report, tool: ToolDescription = Interlude.tool) {
    switch format {
    case .text:
      Console.error(report.rendered(.text, color: color.applies(to: STDERR_FILENO), tool: tool))
      if let summary = report.summary { Console.error(summary) }
    case .json, .sarif, .github:
      Console.print(report.rendered(format, tool: tool))
    }
  }
}

extension ReportFormat: ExpressibleByArgument {}

extension Report {
  /// "2 errors, 1 warning"; nil for an empty report.
  fileprivate var summary: String? {
    let parts = [Severity.error, .warning, .info].compactMap(counted)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The same for a report of which only what is at least this grave was shown.
  func tally(from shown: Severity) -> String {
    guard !isEmpty else { return "Nothing to find fault with." }
    let parts = [Severity.error, .warning].compactMap(counted)
    let grave = parts.isEmpty ? "no errors, no warnings" : parts.joined(separator: ", ")
    return grave
      + (counted(.info).map { ", \($0)" + (shown == .info ? "" : " (--info shows what is worth knowing)") } ?? "")
  }

  /// "2 errors"; nil when there is none.
  private func counted(_ severity: Severity) -> String? {
    let count = count(of: severity)
    let name = severity == .info ? "note" : severity.rawValue
    return count == 0 ? nil : "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}

extension ReportOptions {
  /// Tells what came of a build and ends the command: what there is now, what changed, and where the time went if that is
  /// asked for.
  ///
  /// - Parameter failure: what to say to a person when nothing was published.
  func end(
    _ result: BuildResult, since start: ContinuousClock.Instant, _ timings: Timings, showsTimings: Bool,
    failure: String
  ) throws {
    Leak.untilExit(result)
    Console.endProgress()
    write(result.report)
    guard let summary = result.summary else {
      if format == .text { Console.error(failure) }
      throw ExitStatus.findings.error
    }
    close(result.closing, summary, since: start, showsTimings ? timings : nil)
    Console.end()
  }

  private func close(
    _ closing: BuildClosing, _ summary: Publisher.Summary, since start: ContinuousClock.Instant, _ timings: Timings?
  ) {
    guard format == .text else {
      if let timings, format == .json { Console.print(timings.json) }
      return
    }
    let time = start.duration(to: .now).components
    let seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
    let changes = "\(summary.written) written, \(summary.unchanged) unchanged, \(summary.removed) removed"
    Console.print(
      "\(closing.pages) pages, \(closing.files) files, \(String(format: "%.1f", Double(closing.bytes) / 1_048_576)) MB in "
        + "\(String(format: "%.2f", seconds)) s (\(changes))")
    if let timings { Console.print(timings.text) }
  }
}
