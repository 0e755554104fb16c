import Testing

/// What a server did, as a table for people and as issues for the run.
struct ResultTable {
  let server: String
  let cells: [Matrix.Cell]

  /// Records one issue per failure and kind of problem, not one per request.
  func report() {
    print(text)
    for behaviour in Behaviour.allCases {
      var requests: [String: [String]] = [:]
      let row = cells.filter { $0.behaviour == behaviour }
      for cell in row {
        for problem in cell.problems { requests[problem, default: []].append("\(cell.method) \(cell.variant)") }
      }
      for (problem, requests) in requests.sorted(by: { $0.key < $1.key }) {
        let which = requests.count == row.count ? "every request" : requests.joined(separator: ", ")
        Issue.record("\(server), \(behaviour.rawValue): \(problem) (\(which))")
      }
    }
  }

  private var text: String {
    let width = 12
    func pad(_ text: String) -> String { text + String(repeating: " ", count: max(1, width - text.count)) }
    var lines = [
      "", "\(server): \(cells.filter(\.problems.isEmpty).count) of \(cells.count) requests as they should be",
    ]
    lines.append("  " + pad("upstream") + Matrix.methods.map(pad).joined())
    for behaviour in Behaviour.allCases {
      let row = cells.filter { $0.behaviour == behaviour }
      guard !row.isEmpty else { continue }
      let columns = Matrix.methods.map { method in
        let group = row.filter { $0.method == method }
        let good = group.filter(\.problems.isEmpty).count
        let outcomes = Set(group.map(\.outcome)).sorted().joined(separator: "/")
        return pad(good == group.count ? outcomes : "\(outcomes) \(good)/\(group.count)")
      }
      lines.append("  " + pad(behaviour.rawValue) + columns.joined())
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
