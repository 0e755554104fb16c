internal import Content
internal import Foundation
internal import Packing
internal import Publish

/// Names everything besides the author's files that a build's output depends on: the program, its options and the two
/// folders. What a build keeps for the next one is good only under the same key.
struct BuildKey {
  let value: UInt64

  init(_ options: BuildOptions, output: String) {
    var hash = Hash64()
    hash.combine(options.program.version)
    hash.combine(options.program.stamp)
    hash.combine(Self.absolute(options.source))
    hash.combine(options.source)
    hash.combine(Self.absolute(output))
    hash.combine(options.baseURL)
    hash.combine(options.includesDrafts)
    hash.combine(options.searchExport?.rawValue)
    // Pages show when they were last changed, which a commit alone can alter.
    if options.readsHistory { hash.combine(GitRepository(around: options.source)?.state ?? 0) }
    value = hash.value
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
