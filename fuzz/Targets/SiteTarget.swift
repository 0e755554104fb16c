import Content
import Diagnostics
import Dispatch
import Foundation

/// A sound site in which one file is made up: its number is the first byte.
enum SiteTarget {
  private static let files: [(path: String, bytes: [UInt8])] = {
    let base = "Tests/ContentTests/Base/"
    return ((try? FileManager.default.subpathsOfDirectory(atPath: base)) ?? []).sorted().compactMap { path in
      guard !path.hasSuffix("/"), path.contains("."), let data = FileManager.default.contents(atPath: base + path)
      else { return nil }
      return (path, Array(data))
    } + [("logo.svg", []), ("signatures/nginx.yaml", []), ("articles/causes/down.de.md", [])]
  }()

  static func run(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    var files = files
    let number = Int(first) % files.count
    files[number].bytes = Array(bytes.dropFirst())
    let folder = ContentFolder(
      name: "content",
      files: files.filter { !$0.bytes.isEmpty }.map { ContentFolder.File(path: $0.path, contents: .bytes($0.bytes)) })
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      FuzzTarget.tell(await SiteLoader(folder).load().report)
      done.signal()
    }
    done.wait()
  }
}
