internal import Building
internal import Content
internal import Diagnostics
internal import Publish

/// Where signatures come from: a site's own folder, or the content that the binary carries.
struct CatalogueSource {
  let folder: String?

  /// The catalogue; problems in it are reported, and an error ends the run.
  func catalogue() async throws -> SignatureCatalogue {
    var report = Report()
    let content: ContentFolder
    if let folder {
      content = await SourceFolder.content(of: folder, jobs: 1, into: &report)
        .layered(over: BuiltInContent.folder, help: .all)
    } else {
      content = BuiltInContent.folder
    }
    let (catalogue, problems) = CatalogueLoader(content).load()
    report.add(problems)
    if !report.isEmpty { Console.error(report.rendered(.text, tool: Interlude.tool)) }
    if report.hasErrors { throw ExitStatus.usage.error }
    if catalogue.signatures.isEmpty {
      Console.error(
        "error: there are no signatures in \(folder ?? "the binary"); they stand in content/signatures/*.yaml")
      throw ExitStatus.usage.error
    }
    return catalogue
  }
}
