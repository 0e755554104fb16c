internal import Content
internal import Foundation
internal import Packing
internal import Publish

/// Names everything besides the author's files that a build's output depends on: the program, its options and the two
/// folders. What a build keeps for the next one is good only under the same key.
struct BuildKey {
  let value: UInt64

  init(_ build: SiteBuild, output: String) {
    var hash = Hash64()
    hash.combine(Interlude.version)
    hash.combine(Self.program)
    hash.combine(Self.absolute(build.source))
    hash.combine(build.source)
    hash.combine(Self.absolute(output))
    hash.combine(build.baseURL)
    hash.combine(build.includesDrafts)
    hash.combine(build.searchExport?.rawValue)
    // Pages show when they were last changed, which a commit alone can alter.
    if build.readsHistory { hash.combine(GitRepository(around: build.source)?.state ?? 0) }
    value = hash.value
  }

  /// The binary's own size, time and inode: a new build of the same version may make other pages.
  private static let program: String = {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return path }
    let time = (found[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(found[.size] ?? "") \(found[.systemFileNumber] ?? "") \(time)"
  }()

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}

extension SiteBuild {
  /// The day whose answers it gives, as text.
  var day: String { today?.description ?? "" }
}
