internal import Content
internal import Diagnostics
internal import ErrorPages
internal import Gallery
internal import HelpSite

/// The error pages, and all files of the pack with the gallery of them, but without the proxies' configurations.
struct ErrorPagePack: Sendable {
  let pages: [OutputFile]
  let files: [OutputFile]
  let gallery: GalleryPlace

  init(_ prepared: PreparedSite, jobs: Int, into report: inout Report) async {
    let site = prepared.site
    let (pages, (gallery, problems)) = await Parallel.both(jobs: jobs) {
      await ErrorPages.build(
        site, library: prepared.library, sources: prepared.templates, palette: prepared.palette, jobs: jobs)
    } _: {
      var problems = Report()
      let gallery = await Gallery.build(
        site, themes: prepared.themes, library: prepared.library, jobs: jobs, into: &problems)
      return (gallery, problems)
    }
    report.add(pages.report)
    report.add(problems)
    let shown = gallery.files.map { OutputFile(path: "\(HelpSite.folder)/\($0.path)", bytes: $0.bytes) }
    self.pages = pages.files
    files = pages.files + shown
    self.gallery = GalleryPlace(path: Gallery.path, policySources: gallery.policySources)
  }
}
