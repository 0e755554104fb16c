import Foundation

/// Hugo on the same articles, with a theme that shows as much, and Pagefind on what Hugo made.
struct Peers {
  private let workshop: Workshop
  private let site: URL
  private let hugo: String?
  private let pagefind: String?

  init(_ workshop: Workshop, count: Int) throws {
    self.workshop = workshop
    site = workshop.folder.appending(path: "hugo-\(count)")
    hugo = workshop.program("hugo")
    pagefind = workshop.program("pagefind")
    guard hugo != nil else { return }
    try FileManager.default.copyItem(at: workshop.project.appending(path: "scripts/bench/hugo"), to: site)
    try workshop.write("corpus", "\(count)", site.appending(path: "content/bench").path, "--index", "_index.md")
  }

  func entries() -> [Contest.Entry] {
    guard let hugo else { return [] }
    let output = site.appending(path: "public")
    let pages = Contest.Entry(name: "… Hugo", command: [hugo, "--quiet", "--source", site.path]) {
      for folder in ["public", "resources", ".hugo_build.lock"] { try workshop.discard(site.appending(path: folder)) }
    }
    guard let pagefind else { return [pages] }
    let search = Contest.Entry(
      name: "… Pagefind on Hugo's pages", command: [pagefind, "--site", output.path, "--silent"])
    return [pages, search]
  }

  var missing: [Row] {
    var rows: [Row] = []
    if hugo == nil { rows.append(Row(missing: "… Hugo", because: Workshop.absent)) }
    if hugo == nil || pagefind == nil {
      rows.append(Row(missing: "… Pagefind on Hugo's pages", because: Workshop.absent))
    }
    return rows
  }

  func clear() { try? workshop.discard(site) }
}
