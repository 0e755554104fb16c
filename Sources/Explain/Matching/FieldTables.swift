internal import Content

/// Signatures that a field of an access log names, with or without a status: found by table, not by search.
struct FieldTables {
  /// Per format: the signatures without a text, best rank first.
  private var byFormat: [LogFormat: [Entry]] = [:]

  private struct Entry {
    let signature: Int
    let termination: [UInt8]?
    let flag: [UInt8]?
    let statuses: [Int]
  }

  init(_ catalogue: SignatureCatalogue) {
    let ranked = catalogue.signatures.enumerated()
      .filter { $0.element.texts.isEmpty }
      .sorted { ($0.element.rank, $1.offset) > ($1.element.rank, $0.offset) }
    for (index, signature) in ranked {
      let entry = Entry(
        signature: index, termination: signature.fields.termination.map { Array($0.utf8) },
        flag: signature.fields.flag.map { Array($0.utf8) }, statuses: signature.fields.statuses)
      let own = LogFormat(rawValue: signature.component).map { [$0] } ?? [.access]
      for format in signature.formats.isEmpty ? Set(own) : signature.formats {
        byFormat[format, default: []].append(entry)
      }
    }
  }

  /// The signature that knows the line, if one does.
  func signature(of line: AccessLine, in bytes: Bytes) -> Int? {
    guard let entries = byFormat[line.format] else { return nil }
    for entry in entries {
      if !entry.statuses.isEmpty, !entry.statuses.contains(line.status) { continue }
      if let termination = entry.termination {
        guard let state = line.termination, bytes.hasText(termination, 0..<termination.count, at: state.lowerBound)
        else { continue }
      }
      if let flag = entry.flag {
        guard let flags = line.flags, Self.has(flag, in: bytes[flags]) else { continue }
      }
      return entry.signature
    }
    return nil
  }

  /// Whether a list with commas holds `flag`.
  private static func has(_ flag: [UInt8], in flags: Bytes) -> Bool {
    var start = 0
    while start <= flags.count {
      let end = flags.firstIndex(of: UInt8(ascii: ","), from: start) ?? flags.count
      if flags[start..<end].isEqual(to: flag) { return true }
      start = end + 1
    }
    return false
  }
}
