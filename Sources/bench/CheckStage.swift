import Diagnostics
import Foundation
import ProxyConfig

/// How long a large nginx configuration takes: reading alone, a whole `check`, and the others that read it.
struct CheckStage {
  let binary: String
  /// The project's folder, whose `.venv` may hold crossplane.
  let project: URL

  func measure(servers: Int, runs: Int) throws -> [(Measurement, floor: Measurement?)] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "interlude-bench-nginx-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try NginxTree(count: servers).write(below: folder)
    let size = "\(servers) included servers"
    let reading = try Measurement.timed("reading \(size)", runs: runs) {
      let tree = NginxReader.read(path, files: DiskFiles())
      guard !tree.report.hasErrors else { throw BenchError(message: "the made-up configuration is refused") }
    }
    var rows: [(Measurement, floor: Measurement?)] = []
    var nginx: Measurement?
    if let server = ["/usr/sbin/nginx", "/usr/local/bin/nginx"].first(where: isProgram) {
      let test = try Measurement.run(
        "nginx -t, \(size)", runs: runs, [server, "-t", "-q", "-p", folder.path, "-c", path])
      nginx = test
      rows.append((test, nil))
    }
    rows.append((reading, nginx))
    let crossplane = project.appending(path: ".venv/bin/crossplane").path
    if isProgram(crossplane) {
      // It takes most of a minute; once says enough.
      rows.append((try Measurement.run("crossplane parse, \(size)", runs: 1, [crossplane, "parse", path]), reading))
    }
    // Findings are an exit status of 1.
    rows.append(
      (try Measurement.run("interlude check, \(size)", runs: runs, [binary, "check", path], statuses: [0, 1]), nginx))
    return rows
  }

  private func isProgram(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}
