import Foundation
import TestSupport
import Testing

extension BuiltPages {
  @Test("the Nu checker has nothing to say about any page", .safetyNet)
  func validator() async throws {
    let site = try await BuiltPages.build.value
    let pages = FolderState(site.folder).files.filter { $0.hasSuffix(".html") }
    #expect(pages.count > 20)
    try await NuChecker.check(pages.map { site.folder.appending(path: $0).path })
  }
}
