internal import Diagnostics

/// Puts what `signatures/*.yaml` say together with what articles' front matter says.
struct CatalogueReader {
  /// An article of the default language, as far as causes go.
  struct Listed {
    let page: SitePath
    /// The path of its `.md` file in the content folder.
    let path: String
    let front: Record
  }

  let files: SignatureFiles
  let articles: [Listed]

  func read(into report: inout Report) -> SignatureCatalogue {
    report.add(files.report)
    let causes = causes(into: &report)
    var signatures = files.signatures
    listed(causes, files.harmless, into: &signatures, &report)
    let known = Set(causes.map(\.id))
    if !known.isEmpty {
      for signature in signatures {
        for cause in [signature.cause] + signature.also where !known.contains(cause) {
          report.add(unknownCause(cause, known, .error, at: signature.place))
        }
      }
    }
    CatalogueCheck(signatures).run(into: &report)
    return SignatureCatalogue(causes: causes, signatures: signatures)
  }

  /// Adds the signatures of articles that name their cause, behind those of signature files.
  ///
  /// An article about several causes lists the lines of all of them, and texts of pages as well as of logs. So one whose
  /// text is part of an entry of a signature file only mentions that entry (lines that the entry knows lead to the
  /// article if the causes are the same), one that a file lists as harmless is left out, and where there are signature
  /// files, a component that has none writes no log.
  private func listed(
    _ causes: [Cause], _ harmless: [SignatureText], into signatures: inout [Signature], _ report: inout Report
  ) {
    let known = Set(causes.map(\.id))
    let catalogued = signatures.indices
    let components = Set(signatures.map(\.component))
    let texts = signatures.map(\.texts)
    let pairs = texts.map { BytePairs(unionOf: $0.lazy.map(\.pairs)) }
    for article in articles {
      guard let cause = article.front.located("cause") else { continue }
      if !known.isEmpty, !known.contains(cause.value) {
        report.add(unknownCause(cause.value, known, .warning, at: cause.place))
      }
      let reader = SignatureReader(
        defaults: .init(cause: cause.value, rank: Signature.articleRank, article: article.page))
      for entry in article.front.records("signatures") {
        guard let signature = reader.signature(entry, into: &report) else { continue }
        let own = BytePairs(unionOf: signature.texts.lazy.map(\.pairs))
        let mentioned = catalogued.filter { pairs[$0].mayHold(own) && signature.isPart(of: texts[$0]) }
        for index in mentioned where signatures[index].cause == signature.cause && signatures[index].article == nil {
          signatures[index].article = article.page
        }
        if signature.texts.allSatisfy({ text in harmless.contains { text.isPart(of: $0) } }) { continue }
        guard mentioned.isEmpty, components.isEmpty || components.contains(signature.component) else { continue }
        signatures.append(signature)
      }
    }
  }

  private func causes(into report: inout Report) -> [Cause] {
    var claimed: [String: SitePath] = [:]
    for article in articles {
      if let id = article.front.text("cause"), claimed[id] == nil { claimed[id] = article.page }
    }
    guard let record = files.causes else { return [] }
    var causes: [Cause] = []
    var first: [String: Place] = [:]
    for entry in record.records("causes") {
      guard let id = entry.located("id"), let title = entry.text("title") else { continue }
      if let place = first[id.value] {
        report.add(
          Diagnostic(
            "duplicate-cause", "the cause stands here twice", at: id.place, related: [.init("first here", at: place)]))
        continue
      }
      first[id.value] = id.place
      let fallback = entry.located("article").flatMap { page($0, into: &report) }
      causes.append(Cause(id: id.value, title: title, article: claimed[id.value] ?? fallback))
    }
    return causes
  }

  private func page(_ path: Located<String>, into report: inout Report) -> SitePath? {
    let resolved = RelativePath.resolve(path.value, from: "signatures/")
    if let resolved, let article = articles.first(where: { $0.path == resolved }) { return article.page }
    let nearest = NearestName.of(resolved ?? path.value, among: articles.map(\.path))
    report.add(
      Diagnostic(
        "dead-link", "the article does not exist", at: path.place,
        help: nearest.map { "did you mean `\(RelativePath.from("signatures/", to: $0))`?" }))
    return nil
  }

  private func unknownCause(_ id: String, _ known: Set<String>, _ severity: Severity, at place: Place) -> Diagnostic {
    Diagnostic(
      "unknown-cause", severity, "\(SignatureFiles.causesPath) has no cause `\(id)`", at: place,
      help: NearestName.of(id, among: known.sorted()).map { "did you mean `\($0)`?" })
  }
}
