public import ProxyConfig

/// What stands below a folder, as the cases of one question about a path in it.
public enum WatchedFiles {
  /// More are not gone through.
  private static let most = 4000

  /// The files below the folder that a path certainly begins with; without a case where it begins with none, or with one
  /// that holds too much.
  ///
  /// - Parameter kind: what is told of what stands at a path.
  public static func question(
    below start: [UInt8], in files: any FileView, kind: (ByteText) -> (name: String, isDirectory: Bool)
  ) -> TextQuestion {
    let none = TextQuestion([[TextTest]]())
    guard start.first == UInt8(ascii: "/"), let slash = start.lastIndex(of: UInt8(ascii: "/")) else { return none }
    let folder = ByteText(start[..<slash])
    guard let paths = paths(below: folder.string, in: files) else { return none }
    var tests: [String: [TextTest]] = [:]
    var below: [TextTest] = []
    for path in paths {
      // The folder itself may be on another machine.
      do throws(FileTrouble) { _ = try files.status(of: path) } catch { if error == .missing { continue } }
      let text = ByteText(path)
      let found = kind(text)
      tests[found.name, default: []].append(.equals(text.bytes))
      if found.isDirectory {
        tests[found.name, default: []].append(.equals((text + "/").bytes))
      } else {
        below.append(.prefix((text + "/").bytes))
      }
    }
    var cases = tests.sorted { $0.key < $1.key }.map(\.value)
    if !below.isEmpty { cases.append(below) }
    // What is taken to be there, as nobody can see the folder from here.
    let assumed = files.assumedNames(in: folder.string).compactMap(\.test)
    if !assumed.isEmpty { cases.append([.contains(Array(AssumedName.belowScript.utf8))]) }
    cases += assumed.map { [$0] }
    // A case that never comes, where it is certain that nothing is there.
    return TextQuestion(cases.isEmpty ? [[]] : cases)
  }

  /// A folder and everything below it; nil where that is too much.
  public static func paths(below folder: String, in files: any FileView) -> [String]? {
    var paths: [String] = []
    return !folder.isEmpty && collect(folder, files, into: &paths) ? paths : nil
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
