internal import Diagnostics
internal import Packing

extension PageMemo {
  func pack(into writer: inout PackedWriter) {
    writer.text(path)
    writer.number(fingerprint)
    writer.flag(isDraft)
    writer.text(headings.joined(separator: "\n"))
    writer.table(links)
    writer.texts(assets)
    writer.number(claims)
    switch content {
    case .article(let article):
      writer.number(1)
      article.pack(into: &writer)
    case .error(let definition):
      writer.number(2)
      definition.pack(into: &writer)
    case .none: writer.number(0)
    }
  }

  /// - Parameter folder: what the content folder is called in messages.
  init(from reader: inout PackedReader, folder: String) {
    path = reader.text()
    fingerprint = reader.unsigned()
    isDraft = reader.flag()
    headings = reader.lines()
    links = reader.table(UInt64.self)
    assets = reader.texts()
    claims = reader.unsigned()
    let page = Document(
      outlineOf: Source(name: folder.isEmpty || folder == "." ? path : "\(folder)/\(path)", bytes: []),
      fingerprint: fingerprint, headings: headings)
    switch reader.number() {
    case 0: content = .none
    case 1: content = .article(Article(from: &reader, page: page))
    case 2: content = ErrorDefinition(from: &reader, page: page).map { .error($0) } ?? .none
    default:
      reader.reject()
      content = .none
    }
  }
}

extension Article {
  fileprivate func pack(into writer: inout PackedWriter) {
    writer.text(path.text)
    writer.text(language)
    writer.flag(isTopic)
    writer.text(title)
    writer.optional(description) { $0.text($1) }
    writer.texts(tags)
    writer.number(weight)
    writer.optional(date) { $0.day($1) }
    writer.optional(reviewed) { $0.day($1) }
    writer.optional(changed) { $0.day($1) }
    writer.flag(draft)
    writer.texts(aliases.map(\.text))
    writer.numbers(codes)
    writer.texts(audience.map(\.rawValue))
    writer.optional(cause) { writer, cause in
      writer.text(cause)
      writer.texts(pattern.map(\.rawValue))
    }
    writer.list(signatures) { $0.texts([$1.text, $1.component]) }
    writer.texts(related.map(\.text))
  }

  fileprivate convenience init(from reader: inout PackedReader, page: Document) {
    let (path, language, isTopic) = (SitePath(reader.text()), reader.text(), reader.flag())
    let (title, description) = (reader.text(), reader.optional { $0.text() })
    let (tags, weight) = (reader.texts(), reader.number())
    let (date, reviewed) = (reader.optional { $0.day() } ?? nil, reader.optional { $0.day() } ?? nil)
    let changed = reader.optional { $0.day() } ?? nil
    let (draft, aliases, codes) = (reader.flag(), reader.texts().map { SitePath($0) }, reader.numbers())
    let audience = reader.texts().compactMap(ErrorDefinition.Reader.init(rawValue:))
    let cause = reader.optional { reader in
      (id: reader.text(), pattern: reader.texts().compactMap(Article.Pattern.init(rawValue:)))
    }
    let signatures = reader.list { $0.texts() }.filter { $0.count == 2 }
      .map { Article.Signature(text: $0[0], component: $0[1]) }
    self.init(
      path: path, language: language, isTopic: isTopic, title: title, description: description, tags: tags,
      weight: weight, date: date, reviewed: reviewed, changed: changed, draft: draft, aliases: aliases, keywords: [],
      audience: audience,
      codes: codes, cause: cause?.id, pattern: cause?.pattern ?? [], signatures: signatures,
      related: reader.texts().map { SitePath($0) }, sources: [], page: page)
  }
}

extension ErrorDefinition {
  fileprivate func pack(into writer: inout PackedWriter) {
    writer.number(code)
    writer.text(reason)
    writer.text(description)
    writer.text(hop.rawValue)
    writer.text(retry.rawValue)
    writer.optional(retryAfter) { $0.number($1) }
    writer.text(article.text)
    writer.numbers(related)
    writer.texts(keywords)
    writer.optional(reviewed) { $0.day($1) }
    writer.optional(changed) { $0.day($1) }
    writer.list(sources) { $0.evidence($1) }
  }

  fileprivate convenience init?(from reader: inout PackedReader, page: Document) {
    let (code, reason, description) = (reader.number(), reader.text(), reader.text())
    guard let hop = Hop(rawValue: reader.text()), let retry = Retry(rawValue: reader.text()) else {
      reader.reject()
      return nil
    }
    self.init(
      code: code, reason: reason, description: description, hop: hop, retry: retry,
      retryAfter: reader.optional { $0.number() }, article: SitePath(reader.text()), related: reader.numbers(),
      keywords: reader.texts(), reviewed: reader.optional { $0.day() } ?? nil,
      changed: reader.optional { $0.day() } ?? nil, sources: reader.list { $0.evidence() }, page: page)
  }
}

extension PackedWriter {
  fileprivate mutating func evidence(_ evidence: Evidence) {
    for text in [evidence.url, evidence.what, evidence.program, evidence.version] { optional(text) { $0.text($1) } }
    optional(evidence.date) { $0.day($1) }
  }

  fileprivate mutating func day(_ day: Day) { number(day.year * 10_000 + day.month * 100 + day.day) }
}

extension PackedReader {
  fileprivate mutating func evidence() -> Evidence {
    let texts = (0..<4).map { _ in optional { $0.text() } }
    return Evidence(
      url: texts[0], what: texts[1], program: texts[2], version: texts[3], date: optional { $0.day() } ?? nil)
  }

  fileprivate mutating func day() -> Day? {
    let number = number()
    let day = Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    if day == nil { reject() }
    return day
  }
}
