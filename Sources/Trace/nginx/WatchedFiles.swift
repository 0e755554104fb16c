import ProxyConfig

/// What stands below a folder, as the cases of one question about a path in it.
enum WatchedFiles {
  /// More are not gone through.
  private static let most = 4000

  /// The files below the folder that a path certainly begins with; without a case where it begins with none, or with one
  /// that holds too much.
  static func question(below start: [UInt8], of run: NginxRun, opening: Bool) -> TextQuestion {
    let none = TextQuestion([[TextTest]]())
    guard start.first == UInt8(ascii: "/"), let slash = start.lastIndex(of: UInt8(ascii: "/")) else { return none }
    let folder = ByteText(start[..<slash])
    var paths: [String] = []
    guard folder.isEmpty == false, collect(folder.string, run.world.machine.files, into: &paths) else { return none }
    var tests: [String: [TextTest]] = [:]
    var below: [TextTest] = []
    for path in paths {
      let text = ByteText(path)
      let found = run.lookAnew(text, opening: opening)
      let kind = found.name + (run.isExecutable(path) ? ", executable" : "")
      tests[kind, default: []].append(.equals(text.bytes))
      if case .directory = found {
        tests[kind, default: []].append(.equals((text + "/").bytes))
      } else {
        below.append(.prefix((text + "/").bytes))
      }
    }
    var cases = tests.sorted { $0.key < $1.key }.map(\.value)
    if !below.isEmpty { cases.append(below) }
    // What is taken to be there, as nobody can see the folder from here.
    cases += run.world.machine.files.assumedEndings(in: folder.string).map { [.suffix($0)] }
    return TextQuestion(cases)
  }

  private static func collect(_ folder: String, _ files: any FileView, into paths: inout [String]) -> Bool {
    paths.append(folder)
    guard let names = try? files.names(in: folder) else { return true }
    for name in names.sorted() {
      let path = folder + "/" + name
      guard paths.count < most else { return false }
      if let status = try? files.status(of: path), status.kind == .directory {
        guard collect(path, files, into: &paths) else { return false }
      } else {
        paths.append(path)
      }
    }
    return true
  }
}

extension NginxRun {
  /// Of what is at a path, `-x` is told as well (`ngx_http_script_file_code`).
  fileprivate func isExecutable(_ path: String) -> Bool {
    ((try? world.machine.files.status(of: path))?.mode ?? 0) & 0o100 != 0
  }
}

extension NginxRun.OpenResult {
  fileprivate var name: String {
    switch self {
    case .file: "file"
    case .directory: "directory"
    case .other: "other"
    case .missing: "missing"
    case .notADirectory: "not a directory"
    case .denied: "denied"
    case .failed: "failed"
    }
  }
}
