import Foundation

/// What a whole `check` takes for every ``HardShape``, as it grows.
struct ShapeStage {
  let workshop: Workshop
  let sizes: [Int]
  let rounds: Int

  /// A line for each shape, with the median time and the most memory for each size.
  func table() throws -> String {
    var lines = [
      line(["shape", "what is repeated"] + sizes.map { "\($0) lines" }),
      line(["---", "---"] + sizes.map { _ in "---:" }),
    ]
    for shape in HardShape.allCases {
      let entries = try sizes.map { size in
        let path = workshop.folder.appending(path: "\(size)-\(shape.file)").path
        try workshop.write("shape", shape.rawValue, "\(size)", path)
        // Findings are an exit status of 1.
        return Contest.Entry(name: "\(size)", command: [workshop.binary, "check", path], statuses: [0, 1])
      }
      let measured = try Contest(entries: entries).run(rounds: rounds, warmUp: false)
      lines.append(
        line(
          [shape.rawValue, shape.summary]
            + measured.map { String(format: "%.2f s, %d MiB", $0.median, $0.memory) }))
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
