import Foundation

/// A large nginx configuration: reading alone, a whole `check`, and the others that read it.
struct CheckStage {
  let workshop: Workshop
  let servers: Int
  let rounds: Int

  func measure() throws -> [Row] {
    let folder = workshop.folder.appending(path: "nginx")
    try workshop.write("nginx", "\(servers)", folder.path)
    let path = folder.appending(path: NginxTree.mainFile).path
    let size = "\(servers) included servers"
    let nginx = workshop.program("nginx")
    let crossplane = workshop.program("crossplane")
    var entries: [Contest.Entry] = [
      // Findings are an exit status of 1.
      .init(name: "**check, \(size)**", command: [workshop.binary, "check", path], statuses: [0, 1]),
      .init(name: "… reading them alone", command: workshop.own("read", path)),
    ]
    if let nginx {
      entries.append(.init(name: "… `nginx -t`", command: [nginx, "-t", "-q", "-p", folder.path, "-c", path]))
    }
    if let crossplane {
      entries.append(.init(name: "… `crossplane parse`", command: [crossplane, "parse", "--out", "/dev/null", path]))
    }
    let measured = try Contest(entries: entries).run(rounds: rounds)
    var rows: [Row] = []
    let test = nginx == nil ? nil : measured[2]
    let parse = crossplane == nil ? nil : measured.last
    switch (test, parse) {
    case (let test?, let parse?):
      for own in measured[..<2] {
        rows.append(
          Row(own, (own.ratio(to: test), "`nginx -t`"), (own.ratio(to: parse), "`crossplane parse`")))
      }
    case (let other?, nil), (nil, let other?):
      for own in measured[..<2] { rows.append(Row(own, (own.ratio(to: other), other.name))) }
    case (nil, nil): rows += measured[..<2].map { Row($0) }
    }
    rows += measured.dropFirst(2).map { Row($0) }
    if nginx == nil { rows.append(Row(missing: "… `nginx -t`", because: "no nginx here")) }
    if crossplane == nil { rows.append(Row(missing: "… `crossplane parse`", because: Workshop.absent)) }
    return rows
  }
}
