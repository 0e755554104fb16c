import Foundation

/// A line of the table: a measurement and what it is held against, or why there is none.
struct Row {
  private let cells: [String]

  /// - Parameter ratios: how many times as long as something else it takes, and what.
  init(_ measured: Measurement, _ ratios: (value: Double, to: String)...) {
    let spread = "\(Self.time(measured.seconds.first ?? 0)) to \(Self.time(measured.seconds.last ?? 0))"
    cells = [
      measured.name, Self.time(measured.median), measured.runs.count > 1 ? spread : "one run",
      Self.time(measured.processor), "\(measured.memory) MiB",
      ratios.map { String(format: "%.2f × %@", $0.value, $0.to) }.joined(separator: "; "),
    ]
  }

  /// A part of a run, which has no memory of its own.
  init(part name: String, seconds: [Double]) {
    let sorted = seconds.sorted()
    cells = [
      name, Self.time(sorted.isEmpty ? 0 : sorted[sorted.count / 2]),
      "\(Self.time(sorted.first ?? 0)) to \(Self.time(sorted.last ?? 0))", "", "", "",
    ]
  }

  init(missing name: String, because reason: String) { cells = [name, "", "", "", "", reason] }

  /// The rows as a Markdown table.
  static func table(_ rows: [Row]) -> String {
    let head = ["what", "median", "lowest to highest", "processor", "memory", "held against"]
    let lines = [head, ["---", "---:", "---:", "---:", "---:", "---"]] + rows.map(\.cells)
    return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 0.01
      ? String(format: "%.1f ms", seconds * 1000)
      : seconds < 1 ? String(format: "%.0f ms", seconds * 1000) : String(format: "%.2f s", seconds)
  }
}
