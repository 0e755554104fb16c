public import Foundation
public import Testing

/// Holds a text against a file of expected output.
public enum Golden {
  /// Set by `make goldens`: expected files are rewritten, and the run fails, so that nobody mistakes it for a pass.
  public static var isRewriting: Bool { ProcessInfo.processInfo.environment["INTERLUDE_REWRITE_GOLDENS"] == "1" }

  /// Expects `actual` to equal the file at `url`.
  public static func expect(_ actual: String, equals url: URL, sourceLocation: SourceLocation = #_sourceLocation) {
    if isRewriting {
      do {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        if (try? String(contentsOf: url, encoding: .utf8)) != actual {
          try Data(actual.utf8).write(to: url)
        }
        Issue.record(
          "rewrote \(url.lastPathComponent); read the difference, then run again without the switch",
          sourceLocation: sourceLocation)
      } catch {
        Issue.record("cannot rewrite \(url.path): \(error)", sourceLocation: sourceLocation)
      }
      return
    }
    guard let expected = try? String(contentsOf: url, encoding: .utf8) else {
      Issue.record(
        "there is no \(url.path); `make goldens` writes it. Actual:\n\(actual)", sourceLocation: sourceLocation)
      return
    }
    #expect(actual == expected, "differs from \(url.path)", sourceLocation: sourceLocation)
  }
}

/// Folders of the package that tests read.
public enum PackageFolder {
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folders below `Tests/NAME/Fixtures`, each named after its trouble.
  public static func fixtures(_ test: String, _ folder: String = "Fixtures") -> [Fixture] {
    let url = root.appending(path: "Tests/\(test)/\(folder)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { Fixture(name: $0, url: url.appending(path: $0)) }
  }
}

/// A small folder named after its trouble.
public struct Fixture: Sendable, CustomTestStringConvertible {
  public let name: String
  public let url: URL

  public init(name: String, url: URL) {
    self.name = name
    self.url = url
  }

  public var testDescription: String { name }

  /// Regular files below a folder of the fixture, by relative path.
  public func files(below folder: String = "") -> [String: [UInt8]] {
    let root = folder.isEmpty ? url : url.appending(path: folder)
    var files: [String: [UInt8]] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? [] {
      var isFolder: ObjCBool = false
      let file = root.appending(path: path)
      if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue,
        let data = try? Data(contentsOf: file)
      {
        files[path] = Array(data)
      }
    }
    return files
  }
}
