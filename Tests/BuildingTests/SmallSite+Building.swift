import Building
import Content
import Diagnostics
import Foundation
import Publish
import TestSupport

extension SmallSite {
  static let today = Day(year: 2026, month: 11, day: 20)

  /// What a build of the site is asked for.
  var options: BuildOptions {
    var options = BuildOptions(
      source: folder.path, jobs: 2, today: Self.today, program: ProgramIdentity(version: "0"))
    options.packsEarly = true
    return options
  }

  /// Builds the site into `public/`, as its options say after `change`.
  func publish(
    to output: String = "public", observer: any BuildObserver = NoObserver(),
    _ change: (inout BuildOptions) -> Void = { _ in }
  ) async -> BuildResult {
    var options = options
    change(&options)
    return await SiteBuild(options, publisher(output), observer: observer).run(now: Self.now)
  }

  /// Builds it from nothing into a folder of its own, the long texts waiting on the disk as those of a large site do.
  func publishAnew() async -> BuildResult {
    await publish(to: "cold/public") { options in
      (options.isClean, options.output, options.largestInMemory) = (true, path("cold/public").path, 0)
    }
  }

  func publisher(_ output: String) -> Publisher {
    Publisher(output: path(output).path, jobs: 2, besides: [path("content").path, path("templates").path])
  }

  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) * 1000 }
}

extension BuildResult {
  /// The problems as they are told.
  var text: String {
    report.rendered(
      .text, tool: ToolDescription(name: "interlude", version: "0", address: "https://interlude.example/"))
  }

  var size: [Int] { [closing.pages, closing.files, closing.bytes] }
}
