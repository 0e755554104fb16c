import Diagnostics

/// Directives that change an answer rarely: compression, templates, limits, passwords, `map`.
enum CaddyOther {
  static func encode(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    while helper.words.next() {
      let modules = helper.words.acceptsModules ? ["br", "brotli"] : []
      for name in helper.words.remainingArguments() where !(["gzip", "zstd"] + modules).contains(name.string) {
        throw helper.words.error("there is no encoding \(name)")
      }
      while helper.words.nextInBlock() {
        switch helper.words.word {
        case "minimum_length":
          guard try helper.words.argument().integer != nil else {
            throw helper.words.error("minimum_length is a number")
          }
        case "match":
          var known: [ByteText: CaddyResponseMatcher] = [:]
          try CaddyMatcherReader.responseMatcher(&helper.words, into: &known)
        case "gzip", "zstd": _ = helper.words.nextSegment()
        case let name where modules.contains(name): _ = helper.words.nextSegment()
        default: throw helper.words.error("there is no encoding \(helper.words.value)")
        }
      }
      if helper.release.isModern { break }
    }
    return .encode
  }

  static func templates(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    while helper.words.nextInBlock() { _ = helper.words.nextSegment() }
    return .templates
  }

  static func requestBody(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    var limit: Int?
    while helper.words.nextInBlock() {
      switch helper.words.word {
      case "max_size":
        let text = try helper.words.argument()
        try helper.words.noMoreArguments()
        guard let size = CaddySize.bytes(text) else { throw helper.words.error("\(text) is no size") }
        limit = size > 0 ? size : nil
      case "read_timeout" where helper.release.isModern, "write_timeout" where helper.release.isModern:
        guard CaddyDuration.seconds(try helper.words.argument()) != nil else {
          throw helper.words.error("\(helper.words.value) is no duration")
        }
        try helper.words.noMoreArguments()
      case "set" where helper.release.isModern:
        _ = try helper.words.argument()
        try helper.words.noMoreArguments()
      default: throw helper.words.error("request_body does not know \(helper.words.value)")
      }
    }
    return .requestBody(limit: limit)
  }

  static func basicAuth(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    let arguments = helper.words.remainingArguments()
    if arguments.count > 2 { throw helper.words.countError() }
    let known = helper.release.isModern ? ["bcrypt", "argon2id"] : ["bcrypt", "scrypt"]
    if let hash = arguments.first, !known.contains(hash.string) { throw helper.words.error("there is no hash \(hash)") }
    while helper.words.nextInBlock() {
      let line = [helper.words.value] + helper.words.remainingArguments()
      if line.count < 2 || line[0].isEmpty || line[1].isEmpty {
        throw helper.words.error("a name and a hashed password are needed")
      }
      if line.count > (helper.release.isModern ? 2 : 3) { throw helper.words.countError() }
    }
    return .authentication
  }

  static func map(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    let source = try helper.words.argument()
    var map = CaddyMap(source: source, destinations: helper.words.remainingArguments(), entries: [], defaults: [])
    if map.destinations.isEmpty { throw helper.words.error("map needs a destination") }
    for destination in map.destinations {
      guard let short = CaddyShorthands.short(for: destination, helper.release) else { continue }
      throw helper.words.error("{\(short)} is Caddy's own already, so map cannot fill it: take another name")
    }
    while helper.words.nextInBlock() {
      let input = helper.words.value
      var outputs: [ByteText?] = helper.words.remainingArguments()
      if input == "default" {
        if !map.defaults.isEmpty { throw helper.words.error("default stands here twice") }
        map.defaults = outputs.compactMap { $0 }
        while map.defaults.count < map.destinations.count { map.defaults.append("") }
        continue
      }
      outputs = outputs.map { $0 == "-" ? nil : $0 }
      if outputs.count > map.destinations.count { throw helper.words.error("map has more outputs than destinations") }
      while outputs.count < map.destinations.count { outputs.append(nil) }
      map.entries.append(
        input.hasPrefix("~")
          ? .init(input: "", regexp: input.from(1), outputs: outputs)
          : .init(input: input, regexp: "", outputs: outputs))
    }
    return .map(map)
  }
}

/// Sizes as Caddy writes them: `10MB`, `4 KiB`, `512` (go-humanize).
enum CaddySize {
  static func bytes(_ text: ByteText) -> Int? {
    let digits = text.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    guard let number = Double(digits.replacing(",", with: "").string), number >= 0 else { return nil }
    let scale: Double? =
      switch text.from(digits.count).trimmed.lowercased.string {
      case "", "b": 1
      case "k", "kb": 1e3
      case "m", "mb": 1e6
      case "g", "gb": 1e9
      case "t", "tb": 1e12
      case "ki", "kib": 1024
      case "mi", "mib": 1_048_576
      case "gi", "gib": 1_073_741_824
      case "ti", "tib": 1_099_511_627_776
      default: nil
      }
    guard let scale, number * scale < 9e18 else { return nil }
    return Int(number * scale)
  }
}
