import ProxyConfig
import Trace

/// What converters make of a value (manual, section 7.3.1).
extension Exchange {
  /// The converted value; nil when the converter fails, as a map without the key does.
  mutating func convert(_ sample: Sample, _ call: Expression.Call) throws(Interruption) -> Sample? {
    let argument = call.arguments.first ?? ""
    switch call.name {
    case "debug": return sample
    case "set-var":
      variables[argument] = sample
      return sample
    case "concat": return concatenated(sample, call)
    case "iif":
      if case .open = sample { return sample }
      return .text(ByteText(sample.number != 0 && sample.number != nil ? argument : call.arguments.last ?? ""))
    default: break
    }
    if assumptions.modulesLetPass, let count = Self.found(call.name) { return count }
    switch sample {
    case .open: return sample
    case .client: return try mappedAddress(sample.text, call)
    case .several(let several) where call.name == "lower":
      return .several(Several(text: several.text.lowercased, kind: several.kind))
    default: break
    }
    if let number = calculated(sample, call) { return number }
    let text = sample.text
    switch call.name {
    case "lower": return .text(text.lowercased)
    case "upper": return .text(text.changed("upper") { $0.map { 0x61...0x7A ~= $0 ? $0 & 0xDF : $0 } })
    case "length": return .number(text.count)
    case "field", "word": return .text(piece(of: text, call))
    case "ltrim":
      let marks = Array(argument.utf8)
      return .text(text.changed("ltrim(\(argument))") { Array($0.drop { marks.contains($0) }) })
    case "rtrim":
      let marks = Array(argument.utf8)
      return .text(
        text.changed("rtrim(\(argument))") { text in
          Array(text[..<(text.lastIndex { !marks.contains($0) }.map { $0 + 1 } ?? 0)])
        })
    case "bytes":
      let offset = Int(argument) ?? 0
      let rest = text.from(offset)
      return .text(call.arguments.count > 1 ? rest.upTo(Int(call.arguments[1]) ?? 0) : rest)
    case "host_only", "port_only": return Self.hostPart(text, wantsPort: call.name == "port_only")
    case "url_dec":
      // Nothing in a text without such bytes is encoded.
      if text.isWatched, text.isNever(UInt8(ascii: "%")), text.isNever(UInt8(ascii: "+")) { return .text(text) }
      return .text(
        text.changed("url_dec(\(argument))") { Self.decoded(ByteText($0), plusIsSpace: argument == "1").bytes })
    case "regsub": return substituted(text, call)
    case "strcmp":
      guard case .text(let other) = variables[argument] else { return nil }
      return .number(text == other ? 0 : text < other ? -1 : 1)
    case "nbsrv": return model.backend(text.string).map { .number(usableCount($0)) }
    case "language": return language(text, call)
    case _ where call.name == "map" || call.name.hasPrefix("map_"): return try mapped(text, call)
    default: return .open("what \(call.name) makes of a value")
    }
  }

  /// What is found of somebody whom no table has counted yet: zero, whatever is asked but how old the entry is.
  private static func found(_ converter: String) -> Sample? {
    if converter == "in_table" { return .truth(false) }
    let isCount = converter.hasPrefix("table_") && !["table_idle", "table_expire"].contains(converter)
    return isCount ? .number(0) : nil
  }

  private mutating func concatenated(_ sample: Sample, _ call: Expression.Call) -> Sample {
    let arguments = call.arguments + ["", "", ""]
    var text = sample.text + ByteText(arguments[0])
    var reason: String?
    if case .open(let open) = sample { reason = open }
    if let value = variables[arguments[1]] {
      text += value.text
      if case .open(let open) = value { reason = reason ?? open }
    }
    text += ByteText(arguments[2])
    return reason.map { .open($0) } ?? .text(text)
  }

  private static let calculations: Set = [
    "add", "sub", "mul", "div", "mod", "and", "or", "xor", "neg", "cpl", "bool", "not", "odd", "even",
  ]

  private func calculated(_ sample: Sample, _ call: Expression.Call) -> Sample? {
    guard Self.calculations.contains(call.name), let number = sample.number else { return nil }
    let argument = call.arguments.first.flatMap { Int($0) ?? variables[$0]?.number } ?? 0
    switch call.name {
    case "add": return .number(number &+ argument)
    case "sub": return .number(number &- argument)
    case "mul": return .number(number &* argument)
    case "div": return .number(argument == 0 ? Int.max : number / argument)
    case "mod": return .number(argument == 0 ? 0 : number % argument)
    case "and": return .number(number & argument)
    case "or": return .number(number | argument)
    case "xor": return .number(number ^ argument)
    case "neg": return .number(-number)
    case "cpl": return .number(~number)
    case "bool": return .truth(number != 0)
    case "not": return .truth(number == 0)
    case "odd": return .truth(number & 1 == 1)
    case "even": return .truth(number & 1 == 0)
    default: return nil
    }
  }

  /// `field` counts empty pieces, `word` does not.
  private func piece(of text: ByteText, _ call: Expression.Call) -> ByteText {
    guard call.arguments.count > 1, let position = Int(call.arguments[0]), position != 0 else { return text }
    let marks = Array(call.arguments[1].utf8)
    let count = call.arguments.count > 2 ? Int(call.arguments[2]) ?? 1 : 1
    let isWord = call.name == "word"
    if text.isWatched, position > 0, count == 1, marks.count == 1 {
      // Nothing stands before the first slash of a path, and no slashes are doubled in it.
      let isPath = text.constantStart == [UInt8(ascii: "/")] && marks == [UInt8(ascii: "/")]
      if !isWord || isPath {
        return (1..<(isWord ? position + 1 : position)).reduce(text) { rest, _ in rest.after(marks[0]) }.before(
          marks[0])
      }
    }
    return text.changed("\(call.name)(\(call.arguments.joined(separator: ",")))") {
      Array(Self.piece(of: $0[...], position, marks, count, isWord: isWord))
    }
  }

  private static func piece(
    of text: ArraySlice<UInt8>, _ position: Int, _ marks: [UInt8], _ count: Int, isWord: Bool
  ) -> ArraySlice<UInt8> {
    let pieces = text.split(omittingEmptySubsequences: isWord, whereSeparator: { marks.contains($0) })
    let index = position > 0 ? position - 1 : pieces.count + position
    guard pieces.indices.contains(index) else { return [] }
    guard count != 1 else { return pieces[index] }
    let end = count == 0 ? text.endIndex : pieces[min(pieces.count - 1, index + count - 1)].endIndex
    return text[pieces[index].startIndex..<end]
  }

  private static func hostPart(_ text: ByteText, wantsPort: Bool) -> Sample? {
    // A name without a port, in front of one that is certain.
    if text.isWatched, let name = text.parts.first, name.isNever(UInt8(ascii: ":")), name.isNever(UInt8(ascii: "]")) {
      let rest = ByteText.joined(text.parts.dropFirst(), separator: "")
      if !rest.isWatched { return wantsPort ? .number(rest.from(1).number ?? 0) : .text(name) }
    }
    let end = text.lastIndex(of: UInt8(ascii: "]")) ?? 0
    let colon = text.lastIndex(of: UInt8(ascii: ":")).flatMap { $0 > end || end == 0 ? $0 : nil }
    if wantsPort { return .number(colon.flatMap { text.from($0 + 1).number } ?? 0) }
    return .text(colon.map { text.upTo($0) } ?? text)
  }

  private static func decoded(_ text: ByteText, plusIsSpace: Bool) -> ByteText {
    var result = ByteText()
    var rest = text.bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte == UInt8(ascii: "+") && plusIsSpace ? 0x20 : byte)
      }
    }
    return result
  }

  private func substituted(_ text: ByteText, _ call: Expression.Call) -> Sample {
    guard let pattern = call.pattern, call.arguments.count > 0 else { return .open("what regsub makes of a value") }
    let template = ByteText(call.arguments.count > 1 ? call.arguments[1] : "")
    let isGlobal = call.arguments.count > 2 && call.arguments[2].contains("g")
    if text.isWatched {
      if !text.isLost, !text.matches(pattern) { return .text(text) }
      return .text(
        text.changed("regsub(\(call.arguments.joined(separator: ",")))") {
          Self.substituted(ByteText($0), pattern, template, isGlobal: isGlobal).bytes
        })
    }
    return .text(Self.substituted(text, pattern, template, isGlobal: isGlobal))
  }

  private static func substituted(
    _ text: ByteText, _ pattern: Pattern, _ template: ByteText, isGlobal: Bool
  ) -> ByteText {
    var (result, rest) = (ByteText(), text)
    while case .match(let groups) = pattern.firstMatch(in: rest), let whole = groups.first.flatMap(\.self) {
      let subject = rest
      result += rest.upTo(whole.lowerBound) + filled(template, groups.map { $0.map { subject[$0] } })
      rest = rest.from(whole.upperBound)
      if whole.isEmpty {
        result += rest.upTo(1)
        rest = rest.from(1)
      }
      if !isGlobal || rest.isEmpty { break }
    }
    return result + rest
  }

  /// What a map of networks says of the visitor's address; nothing else is asked of it.
  private func mappedAddress(_ address: ByteText, _ call: Expression.Call) throws(Interruption) -> Sample? {
    call.name.hasPrefix("map_ip") ? try mapped(address, call) : .open("the visitor's very address")
  }

  private func mapped(_ text: ByteText, _ call: Expression.Call) throws(Interruption) -> Sample? {
    // Of a map on another machine a plain visitor is taken to be none that it names.
    guard let table = call.table ?? (assumptions.modulesLetPass ? Table(entries: [], byKey: [:]) : nil) else {
      return .open("what is in a map")
    }
    let method = call.name.split(separator: "_").dropFirst().first ?? "str"
    let usual = call.arguments.count > 1 ? Sample.text(ByteText(call.arguments[1])) : nil
    if text.isWatched { return try watchedEntry(text, table, String(method), call).map { .text($0) } ?? usual }
    var found: ByteText?
    switch method {
    case "str", "int": found = table.byKey[text]
    case "beg": found = table.entries.filter { text.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value
    case "end": found = table.entries.first { text.hasSuffix($0.key) }?.value
    case "sub": found = table.entries.first { text.contains($0.key) }?.value
    case "dir": found = table.entries.first { Self.hasPart(text, $0.key, between: "/?") }?.value
    case "dom": found = table.entries.first { Self.hasPart(text, $0.key, between: "/?.:") }?.value
    case "reg", "regm":
      search: for entry in table.entries {
        guard let pattern = entry.pattern else { throw .unknown("a regular expression of a map cannot be tried here") }
        guard case .match(let groups) = text.groups(of: pattern) else { continue }
        found = method == "regm" ? Self.filled(entry.value, groups) : entry.value
        break search
      }
    case "ip":
      let address = text.string
      found =
        table.entries.compactMap { entry in ConditionReader.network(entry.key.string).map { ($0, entry.value) } }
        .filter { $0.0.contains(address) == true }.max { $0.0.bits < $1.0.bits }?.1
    default: return .open("what \(call.name) finds")
    }
    return found.map { .text($0) } ?? usual
  }

  /// The same of all requests at once, as one question. Where nothing follows from the answer, each is tried.
  private func watchedEntry(
    _ text: ByteText, _ table: Table, _ method: String, _ call: Expression.Call
  ) throws(Interruption) -> ByteText? {
    let key = "\(call.name) \(call.arguments.first ?? "")"
    let table = method == "beg" ? table.longestFirst : table
    guard !text.isLost else {
      let values = Set(table.entries.map(\.value)).sorted()
      let way = decider.choose(
        values.count + 1, at: "\(key) \(text.wayHere)", because: "what becomes of \(text.wayHere)")
      return way == 0 ? nil : values[way - 1]
    }
    if method.hasPrefix("reg"), table.entries.contains(where: { $0.pattern == nil }) {
      throw .unknown("a regular expression of a map cannot be tried here")
    }
    if method == "ip" { return try watchedEntry(text.changed("the address") { $0 }, table, "str", call) }
    let question = decider.watchedQuestion(key, of: survey) {
      TextQuestion(table.entries.map { entry in [entry.test(method)].compactMap(\.self) })
    }
    guard let found = text.note(question).map({ table.entries[$0] }) else { return nil }
    guard method == "regm", let pattern = found.pattern else { return found.value }
    // An expression may read a header in several ways.
    return text.changed("\(key) \(pattern.text)") {
      guard case .match(let groups) = ByteText($0).groups(of: pattern) else { return [] }
      return Self.filled(found.value, groups).bytes
    }
  }

  /// The first of the offered languages that the header wants most (`sample_conv_q_preferred`).
  private func language(_ text: ByteText, _ call: Expression.Call) -> Sample? {
    let offered = (call.arguments.first ?? "").lowercased().split(separator: ";").map(String.init)
    if text.isWatched {
      let usual = call.arguments.count > 1 ? call.arguments[1] : nil
      let way = decider.choose(
        offered.count + 1, at: "language \(text.wayHere) \(offered)", because: "which language is wanted")
      return (way == 0 ? usual : offered[way - 1]).map { .text(ByteText($0)) }
    }
    var best: (name: String, weight: Int)?
    for part in text.lowercased.string.split(separator: ",") {
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let name = pieces.first, offered.contains(name) else { continue }
      var weight = 1000
      for piece in pieces.dropFirst() where piece.hasPrefix("q=") {
        weight = Int((Double(piece.dropFirst(2)) ?? 0) * 1000)
      }
      if weight > best?.weight ?? 0 { best = (name, weight) }
    }
    return best.map { .text(ByteText($0.name)) }
      ?? (call.arguments.count > 1 ? .text(ByteText(call.arguments[1])) : nil)
  }
}

extension Table {
  /// The keys in the order in which the longest that holds is the first.
  fileprivate var longestFirst: Table {
    let sorted = entries.enumerated().sorted { ($1.element.key.count, $0.offset) < ($0.element.key.count, $1.offset) }
    return Table(entries: sorted.map(\.element), byKey: byKey)
  }
}

extension Table.Entry {
  /// What a map that is searched so asks of a text; nil for what no text is.
  fileprivate func test(_ method: String) -> TextTest? {
    if method.hasPrefix("reg") { return pattern.map { .matches($0) } }
    return TextTest(key, Matching(rawValue: method) ?? .str)
  }
}
