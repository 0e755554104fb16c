import Diagnostics
import ProxyConfig

/// Why a word is not what stands where it is expected.
struct Refusal: Error {
  let message: String
  var help: String?

  init(_ message: String, help: String? = nil) {
    (self.message, self.help) = (message, help)
  }

  /// Nil for a name that HAProxy takes (`invalid_char` in tools.c).
  init?(name: String, of what: String) {
    let marks = Array("_:.-".utf8)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let isSound = name.utf8.allSatisfy {
      letters.contains($0 | 0x20) || (0x30...0x39).contains($0) || marks.contains($0)
    }
    if isSound { return nil }
    self.init("\(name) cannot be the name of \(what)", help: "use letters, digits and _ - . : alone")
  }
}

/// Reads sample expressions and formats, and the files they name.
struct ExpressionReader {
  let files: MachineFiles

  /// Reads an expression at the start of a text and moves the text behind it.
  func expression(_ text: inout Substring, at place: Place) throws(Refusal) -> Expression {
    let whole = text
    var fetch = try call(&text)
    // What a script of `lua-load` registers.
    if !Keywords.fetches.contains(fetch.name), !fetch.name.hasPrefix("lua.") {
      throw Refusal(
        "\(fetch.name.isEmpty ? "nothing" : fetch.name) is no sample HAProxy can fetch",
        help: NearestName.of(fetch.name, among: Keywords.fetches.sorted()).map { "did you mean \($0)?" })
    }
    fetch.name = Self.synonyms[fetch.name] ?? fetch.name
    var converters: [Expression.Call] = []
    while text.first == "," {
      text = text.dropFirst()
      // A comma may stand at the end.
      if text.isEmpty || text.first == "]" { break }
      converters.append(try converter(&text))
    }
    return Expression(
      fetch: fetch, converters: converters, text: String(whole[..<text.startIndex]), place: place)
  }

  static let synonyms = [
    "hdr": "req.hdr", "hdr_cnt": "req.hdr_cnt", "hdr_val": "req.hdr_val", "hdr_ip": "req.hdr_ip", "cook": "req.cook",
    "cook_cnt": "req.cook_cnt", "cook_val": "req.cook_val", "shdr": "res.hdr", "shdr_cnt": "res.hdr_cnt",
    "shdr_val": "res.hdr_val", "scook": "res.cook", "urlp": "url_param", "req_ver": "req.ver", "resp_ver": "res.ver",
    "req_proto_http": "req.proto_http", "req_ssl_sni": "req.ssl_sni", "urlp_val": "url_param_val",
  ]

  private func converter(_ text: inout Substring) throws(Refusal) -> Expression.Call {
    var call = try call(&text)
    guard Keywords.converters.contains(call.name) || call.name.hasPrefix("lua.") else {
      throw Refusal(
        "\(call.name.isEmpty ? "nothing" : call.name) is no converter of HAProxy",
        help: NearestName.of(call.name, among: Keywords.converters.sorted()).map { "did you mean \($0)?" })
    }
    if call.name == "regsub", let pattern = call.arguments.first {
      let ignoresCase = call.arguments.count > 2 && call.arguments[2].contains("i")
      call.pattern = try Self.pattern(ByteText(pattern), ignoresCase: ignoresCase)
    }
    if call.name == "map" || call.name.hasPrefix("map_") {
      guard let path = call.arguments.first else { throw Refusal("\(call.name) needs the path of a map") }
      call.table = try table(path, isMap: true, isRegex: call.name.hasPrefix("map_reg"))
    }
    return call
  }

  /// `name(argument,argument)`; arguments have quotes and escapes of their own.
  func call(_ text: inout Substring) throws(Refusal) -> Expression.Call {
    let name = text.prefix { $0.isLetter || $0.isNumber || "_.-+".contains($0) }
    text = text[name.endIndex...]
    guard text.first == "(" else { return .init(name: String(name), arguments: []) }
    text = text.dropFirst()
    var arguments: [String] = []
    var (argument, quote): (String, Character?) = ("", nil)
    while let letter = text.popFirst() {
      switch (letter, quote) {
      case (")", nil):
        if !arguments.isEmpty || !argument.isEmpty { arguments.append(argument) }
        return .init(name: String(name), arguments: arguments)
      case (",", nil):
        arguments.append(argument)
        argument = ""
      case ("'", nil), ("\"", nil): quote = letter
      case (_, letter): quote = nil
      case ("\\", nil), ("\\", "\""):
        guard let next = text.popFirst() else { break }
        if let control: Character = ["n": "\n", "r": "\r", "t": "\t"][next] {
          argument.append(control)
        } else {
          if !" \\\"'".contains(next), next != "," { argument.append("\\") }
          argument.append(next)
        }
      default: argument.append(letter)
      }
    }
    throw Refusal("the parenthesis after \(name) is not closed")
  }

  static func pattern(_ text: ByteText, ignoresCase: Bool) throws(Refusal) -> Pattern? {
    do throws(Pattern.Refusal) {
      return try Pattern(text, ignoresCase: ignoresCase)
    } catch {
      if error.isInvalid { throw Refusal("the regular expression \(text.string) \(error.reason)") }
      return nil
    }
  }

  /// Reads a list of patterns, one a line, or a map, whose lines have a value behind the key.
  ///
  /// - Returns: nil when the file is on another machine.
  func table(_ path: String, isMap: Bool, isRegex: Bool) throws(Refusal) -> Table? {
    guard let bytes = try files.read(path, "put the file there or correct the path") else { return nil }
    var entries: [Table.Entry] = []
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let words = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard let first = words.first, first != UInt8(ascii: "#") else { continue }
      let key = isMap ? words.prefix { $0 != 0x20 && $0 != 0x09 } : words
      let rest = words[key.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
      let end = rest.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? rest.startIndex
      let text = ByteText(key)
      entries.append(
        .init(
          key: text, value: ByteText(rest[..<end]),
          pattern: isRegex ? try Self.pattern(text, ignoresCase: false) : nil))
    }
    return Table(
      entries: entries, byKey: Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Reads a text with `%[…]`, `%X` and `%%` in it.
  func format(_ text: String, at place: Place) throws(Refusal) -> Format {
    var parts: [Format.Part] = []
    var plain = ""
    var rest = Substring(text)
    func flush() {
      if !plain.isEmpty { parts.append(.text(ByteText(plain))) }
      plain = ""
    }
    while let letter = rest.popFirst() {
      guard letter == "%" else {
        plain.append(letter)
        continue
      }
      if rest.first == "%" {
        plain.append("%")
        rest = rest.dropFirst()
        continue
      }
      // Flags such as {+Q} change how a value is quoted.
      if rest.first == "{" { rest = rest.drop { $0 != "}" }.dropFirst() }
      if rest.first == "[" {
        rest = rest.dropFirst()
        let expression = try expression(&rest, at: place)
        guard rest.popFirst() == "]" else { throw Refusal("%[\(expression.text) is not closed with ]") }
        flush()
        parts.append(.sample(expression))
        continue
      }
      let name = rest.prefix { $0.isLetter }
      guard let known = Self.variables.filter({ name.hasPrefix($0) }).max(by: { $0.count < $1.count }) else {
        throw Refusal(
          "%\(name.prefix(4)) is no variable of a format", help: "write %% where a percent sign is meant")
      }
      rest = rest.dropFirst(known.count)
      flush()
      parts.append(.variable(known))
    }
    flush()
    return Format(parts: parts, place: place)
  }

  /// The variables of log formats (manual, section 8.2.4).
  private static let variables: Set<String> = Keywords.words(
    """
    o B CC CS H HM HP HPO HQ HU HV ID ST T Tc Ta Td Th Ti Tl Tq Tr Ts Tt Tu Tw Tg TT U ac b bc bi bp bq ci cp f fc fi fp
    ft hr hrl hs hsl lc ms pid r rc rt s sc si sp sq sslc sslv t tr trg trl ts tsc
    """)
}
