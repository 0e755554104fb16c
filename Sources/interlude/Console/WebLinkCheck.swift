internal import Content
internal import Diagnostics
internal import Foundation
internal import LinkCheck
internal import Publish

/// `build --check-links`: asks for every address outside the site that the author's pages lead to.
struct WebLinkCheck {
  let site: Site
  /// The output folder; what was well is kept beside it.
  let output: String
  /// Whether everything is asked for anew.
  let isClean: Bool

  /// What is wrong with links, and a line that says how many were asked for.
  func run() async -> (report: Report, summary: String) {
    let links = WebLink.all(of: site)
    let addresses = Set(links.map { WebAddress.parts($0.url).asked })
    let now = Int(Clock.nanoseconds() / 1_000_000_000)
    let file = URL(fileURLWithPath: output).deletingLastPathComponent()
      .appending(path: "\(Publisher.cacheName)/web-links.tsv")
    var memory = isClean ? LinkMemory() : LinkMemory((try? String(contentsOf: file, encoding: .utf8)) ?? "")
    var answers = memory.answers(to: addresses, at: now)
    let wanted = addresses.subtracting(answers.keys)
    let curl = Curl(agent: "Interlude/\(Interlude.version) (checks the links of a help site)")
    let asked = await LinkSurvey { await curl.ask($0, method: $1) }.answers(to: wanted) { done in
      Console.progress("asking other sites: \(done) of \(wanted.count) addresses")
    }
    Console.endProgress()
    memory.remember(asked, at: now)
    answers.merge(asked) { $1 }
    // Whoever cannot keep it asks again next time.
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? memory.text(at: now).write(to: file, atomically: true, encoding: .utf8)
    let known = addresses.count - wanted.count
    let good = addresses.count { answers[$0]?.isGood == true }
    let summary =
      "\(addresses.count) addresses of other sites: \(good) well"
      + (known > 0 ? ", \(known) of them asked for in the last week" : "")
    return (LinkFindings.report(links, answers), summary)
  }
}
