internal import Content
internal import Diagnostics
internal import Packing

/// The problems that a build reported, so that the next one can report them again without doing the work.
///
/// A problem shows a line of its source. Sources that the author wrote are read again when they are needed, and have to
/// have the same bytes; others are kept.
enum CachedReport {
  /// - Parameter keepsSources: whether every source is kept, for a reader on another machine.
  static func pack(_ report: Report, keepsSources: Bool = false, into writer: inout PackedWriter) {
    var sources: [Source] = []
    var numbers: [String: Int] = [:]
    func number(_ source: Source) -> Int {
      let key = "\(source.bytes.count) \(source.name)"
      if let number = numbers[key] { return number }
      numbers[key] = sources.count
      sources.append(source)
      return sources.count - 1
    }
    var body = PackedWriter()
    func pack(_ place: Place, _ writer: inout PackedWriter) {
      writer.number(number(place.source))
      writer.number(place.range.lowerBound)
      writer.number(place.range.upperBound)
    }
    body.list(report.sorted) { writer, problem in
      writer.text(problem.id)
      writer.text(problem.severity.rawValue)
      writer.text(problem.message)
      pack(problem.place, &writer)
      writer.texts(problem.notes)
      writer.optional(problem.help) { $0.text($1) }
      writer.list(problem.related) { writer, related in
        writer.text(related.message)
        pack(related.place, &writer)
      }
      writer.list(problem.fix) { writer, edit in
        writer.text(edit.replacement)
        pack(edit.place, &writer)
      }
    }
    writer.list(sources) { writer, source in
      writer.text(source.name)
      let hash = Hash64.of(source.bytes)
      writer.number(hash)
      let isOnDisk = !keepsSources && (try? Disk.read(source.name)).map(Hash64.of) == hash
      writer.optional(isOnDisk ? nil : source.bytes) { $0.data($1) }
    }
    writer.data(body.bytes)
  }

  /// Problems in sources named `changed` are left out. Nil when the packed report is damaged, or a source that another
  /// problem shows is no longer what it was.
  static func unpack(from reader: inout PackedReader, besides changed: Set<String>) -> Report? {
    var unknown: Set<Int> = []
    let count = reader.number()
    guard count >= 0 else { return nil }
    var sources: [Source] = []
    for number in 0..<count where !reader.isDamaged {
      let (name, hash) = (reader.text(), reader.unsigned())
      let bytes = reader.optional { $0.data() } ?? (changed.contains(name) ? nil : try? Disk.read(name))
      if bytes.map(Hash64.of) != hash { unknown.insert(number) }
      sources.append(Source(name: name, bytes: bytes ?? []))
    }
    var isSound = true
    var body = PackedReader(reader.data())
    var usesUnknown = false
    func place(_ reader: inout PackedReader) -> Place {
      let (number, low, high) = (reader.number(), reader.number(), reader.number())
      if unknown.contains(number) { usesUnknown = true }
      guard sources.indices.contains(number), low >= 0, low <= high else {
        reader.reject()
        return Place(file: "")
      }
      return sources[number].place(low..<high)
    }
    let problems = body.list { reader -> Diagnostic? in
      let (id, severity, message) = (reader.text(), Severity(rawValue: reader.text()), reader.text())
      if severity == nil { reader.reject() }
      usesUnknown = false
      let problem = Diagnostic(
        id, severity ?? .error, message, at: place(&reader), notes: reader.texts(),
        help: reader.optional { $0.text() },
        related: reader.list { reader in
          let message = reader.text()
          return .init(message, at: place(&reader))
        },
        fix: reader.list { reader in
          let replacement = reader.text()
          return .init(replace: place(&reader), with: replacement)
        })
      if changed.contains(problem.place.source.name) { return nil }
      if usesUnknown { isSound = false }
      return problem
    }
    return isSound && body.isDone && !reader.isDamaged ? Report(problems.compactMap { $0 }) : nil
  }
}
