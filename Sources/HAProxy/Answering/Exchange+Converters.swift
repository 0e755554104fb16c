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
    if case .open = sample { return sample }
    if let number = calculated(sample, call) { return number }
    let text = sample.text
    switch call.name {
    case "lower": return .text(text.lowercased)
    case "upper": return .text(ByteText(text.bytes.map { 0x61...0x7A ~= $0 ? $0 & 0xDF : $0 }))
    case "length": return .number(text.count)
    case "field", "word": return piece(of: text, call)
    case "ltrim": return .text(ByteText(text.drop { Array(argument.utf8).contains($0) }))
    case "rtrim":
      let marks = Array(argument.utf8)
      return .text(text.upTo(text.lastIndex { !marks.contains($0) }.map { $0 + 1 } ?? 0))
    case "bytes":
      let offset = Int(argument) ?? 0
      let rest = text.from(offset)
      return .text(call.arguments.count > 1 ? rest.upTo(Int(call.arguments[1]) ?? 0) : rest)
    case "host_only", "port_only": return Self.hostPart(text, wantsPort: call.name == "port_only")
    case "url_dec": return .text(Self.decoded(text, plusIsSpace: argument == "1"))
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

  private func calculated(_ sample: Sample, _ call: Expression.Call) -> Sample? {
    guard let number = sample.number else { return nil }
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
  private func piece(of text: ByteText, _ call: Expression.Call) -> Sample? {
    guard call.arguments.count > 1, let position = Int(call.arguments[0]), position != 0 else { return .text(text) }
    let marks = Array(call.arguments[1].utf8)
    let pieces = text.bytes.split(
      omittingEmptySubsequences: call.name == "word", whereSeparator: { marks.contains($0) })
    let index = position > 0 ? position - 1 : pieces.count + position
    guard pieces.indices.contains(index) else { return .text("") }
    let count = call.arguments.count > 2 ? Int(call.arguments[2]) ?? 1 : 1
    guard count != 1 else { return .text(ByteText(pieces[index])) }
    let start = pieces[index].startIndex
    let end = count == 0 ? text.count : pieces[min(pieces.count - 1, index + count - 1)].endIndex
    return .text(text[start..<end])
  }

  private static func hostPart(_ text: ByteText, wantsPort: Bool) -> Sample? {
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
    var (result, rest) = (ByteText(), text)
    while case .match(let groups) = pattern.firstMatch(in: rest), let whole = groups.first.flatMap(\.self) {
      result += rest.upTo(whole.lowerBound) + Self.filled(template, groups, rest)
      rest = rest.from(whole.upperBound)
      if whole.isEmpty {
        result += rest.upTo(1)
        rest = rest.from(1)
      }
      if !isGlobal || rest.isEmpty { break }
    }
    return .text(result + rest)
  }

  private func mapped(_ text: ByteText, _ call: Expression.Call) throws(Interruption) -> Sample? {
    // Of a map on another machine a plain visitor is taken to be none that it names.
    guard let table = call.table ?? (assumptions.modulesLetPass ? Table(entries: [], byKey: [:]) : nil) else {
      return .open("what is in a map")
    }
    let method = call.name.split(separator: "_").dropFirst().first ?? "str"
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
        guard case .match(let groups) = pattern.firstMatch(in: text) else { continue }
        found = method == "regm" ? Self.filled(entry.value, groups, text) : entry.value
        break search
      }
    case "ip":
      let address = text.string
      found =
        table.entries.compactMap { entry in ConditionReader.network(entry.key.string).map { ($0, entry.value) } }
        .filter { $0.0.contains(address) == true }.max { $0.0.bits < $1.0.bits }?.1
    default: return .open("what \(call.name) finds")
    }
    if let found { return .text(found) }
    return call.arguments.count > 1 ? .text(ByteText(call.arguments[1])) : nil
  }

  /// The first of the offered languages that the header wants most (`sample_conv_q_preferred`).
  private func language(_ text: ByteText, _ call: Expression.Call) -> Sample? {
    let offered = (call.arguments.first ?? "").lowercased().split(separator: ";").map(String.init)
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
