import Foundation

/// Builds of the starter site with made-up articles beside its own.
struct SiteStage {
  let workshop: Workshop
  let count: Int
  let rounds: Int
  private let site: URL
  private let name: String

  init(_ workshop: Workshop, count: Int, rounds: Int) {
    (self.workshop, self.count, self.rounds) = (workshop, count, rounds)
    site = workshop.folder.appending(path: "site-\(count)")
    name = count == 0 ? "starter site" : "\(count) articles"
  }

  private var output: URL { site.appending(path: "public") }
  private var build: [String] { [workshop.binary, "build", "--source", site.path] }

  func measure() throws -> [Row] {
    let files = FileManager.default
    try files.createDirectory(at: site, withIntermediateDirectories: true)
    defer { try? workshop.discard(site) }
    try files.copyItem(at: workshop.project.appending(path: "content"), to: site.appending(path: "content"))
    if count > 0 { try workshop.write("corpus", "\(count)", site.appending(path: "content/articles/bench").path) }
    var rows = try cold()
    rows += try parts()
    let same = try Contest(entries: [.init(name: "\(name), nothing changed", command: build)]).run(rounds: rounds + 2)
    rows += same.map { Row($0) }
    if count > 0 { rows += try edits() }
    return rows
  }

  /// A cold build beside its floors, and beside Hugo and Pagefind on the same articles.
  private func cold() throws -> [Row] {
    let copy = workshop.folder.appending(path: "copy-\(count)")
    let own: [Contest.Entry] = [
      .init(name: "**\(name), cold**", command: build) {
        try workshop.discard(output)
        try workshop.discard(site.appending(path: ".interlude-cache"))
      },
      .init(
        name: "… floor: libcmark alone", command: workshop.own("cmark", site.appending(path: "content").path)),
      .init(name: "… floor: copying what was built", command: ["cp", "-r", output.path, copy.path]) {
        try workshop.discard(copy)
      },
    ]
    let peers = count > 0 ? try Peers(workshop, count: count) : nil
    let isLong = count > 5000
    let others = peers?.entries() ?? []
    // Minutes of other people's programs once are enough.
    let measured = try Contest(entries: own + (isLong ? [] : others)).run(rounds: rounds)
    let slow = isLong ? try Contest(entries: others).run(rounds: 1, warmUp: false) : []
    defer {
      try? workshop.discard(copy)
      peers?.clear()
    }
    let build = measured[0]
    var rows = [
      Row(
        build, (build.ratio(to: measured[1], measured[2]), "both floors"),
        (build.ratio(to: measured[1], measured[2], by: \.processor), "by processor time"))
    ]
    rows += measured[1...2].map { Row($0) }
    for peer in measured.dropFirst(3) + slow {
      let ratio = isLong ? peer.median / build.median : peer.ratio(to: build)
      let work = isLong ? peer.processor / build.processor : peer.ratio(to: build, by: \.processor)
      rows.append(Row(peer, (ratio, "the cold build"), (work, "by processor time")))
    }
    return rows + (peers?.missing ?? [])
  }

  /// Stages of a cold build, from `--timings`.
  private func parts() throws -> [Row] {
    var seconds: [String: [Double]] = [:]
    for _ in 0..<rounds {
      try workshop.discard(output)
      try workshop.discard(site.appending(path: ".interlude-cache"))
      let text = try Contest.output(of: build + ["--timings", "--format", "json"])
      for line in text.split(separator: UInt8(ascii: "\n")) {
        guard let timings = try? JSONDecoder().decode(Timings.self, from: line) else { continue }
        for stage in timings.timings { seconds[stage.stage, default: []].append(Double(stage.microseconds) / 1e6) }
      }
    }
    return [("error pages", "making the error-page pack"), ("search index", "search indexing")].compactMap {
      stage, name in
      seconds[stage].map { Row(part: "… of which \(name)", seconds: $0) }
    }
  }

  private struct Timings: Decodable {
    let timings: [Stage]

    struct Stage: Decodable {
      let stage: String
      let microseconds: Int
    }
  }

  private func edits() throws -> [Row] {
    let article = site.appending(path: "content/articles/bench/topic-0/article-0.md")
    let original = try String(contentsOf: article, encoding: .utf8)
    // Each leaves what the other did as it is: a title that is put back is an edited title, too.
    var (texts, titles) = (0, 0)
    func write() throws {
      let text = original.replacing("case 0\"", with: "case 0, edit \(titles)\"") + "\nEdit \(texts).\n"
      try Data(text.utf8).write(to: article)
    }
    func editText() throws {
      texts += 1
      try write()
    }
    func editTitle() throws {
      titles += 1
      try write()
    }
    let new = article.deletingLastPathComponent().appending(path: "new.md")
    let builds = try Contest(entries: [
      .init(name: "\(name), a text edited", command: build, before: editText),
      .init(name: "\(name), a title edited", command: build, before: editTitle),
    ]).run(rounds: rounds + 2)
    let files = try Contest(entries: [
      .init(name: "\(name), an article added", command: build) {
        try Data("---\ntitle: A new one\n---\n\nIts text.\n".utf8).write(to: new)
      },
      .init(name: "\(name), that article removed", command: build) { try FileManager.default.removeItem(at: new) },
    ]).run(rounds: min(3, rounds), warmUp: false)
    let serve = ServeStage(workshop: workshop, site: site, name: name, rounds: rounds + 2)
    return (builds + files).map { Row($0) }
      + (try serve.measure([("a text edited", editText), ("a title edited", editTitle)]))
  }
}
