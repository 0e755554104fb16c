import Diagnostics

/// `header`, `request_header`, `header_up`, `header_down` (`headers/caddyfile.go`).
enum CaddyHeaderReader {
  static func header(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    guard helper.words.next() else { throw helper.words.countError() }
    let matcher = try helper.extractMatcher()
    var direct = CaddyResponseHeaders()
    var conditional = CaddyResponseHeaders()
    while helper.words.next() {
      var hasArguments = false
      if helper.words.nextArgument() {
        hasArguments = true
        try apply(field: helper.words.value, &helper.words, to: &direct)
        if !direct.operations.delete.isEmpty { direct.isDeferred = true }
      }
      while helper.words.nextInBlock() {
        let field = helper.words.value
        if field == "defer" {
          direct.isDeferred = true
          continue
        }
        if helper.release.isModern, field == "match" {
          var known: [ByteText: CaddyResponseMatcher] = [:]
          try CaddyMatcherReader.responseMatcher(&helper.words, into: &known)
          direct.require = known["match"]
          continue
        }
        if hasArguments { throw helper.words.error("header takes its fields either on its line or in its block") }
        let name = field.without(suffix: ":")
        if name.hasPrefix("?") {
          try apply(field: name, &helper.words, to: &conditional)
        } else {
          try apply(field: name, &helper.words, to: &direct)
        }
      }
      if helper.release.isModern { break }
    }
    var values: [CaddyValue] = []
    if !direct.isEmpty { values += helper.route(matcher, .headers(request: nil, response: direct)) }
    if !conditional.isEmpty { values += helper.route(matcher, .headers(request: nil, response: conditional)) }
    return values
  }

  static func requestHeader(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    guard helper.words.next() else { throw helper.words.countError() }
    let matcher = try helper.extractMatcher()
    var values: [CaddyValue] = []
    while helper.words.next() {
      let field = try helper.words.argument().without(suffix: ":")
      let value = helper.words.nextArgument() ? helper.words.value : ""
      let replacement = helper.words.nextArgument() ? helper.words.value : nil
      if replacement != nil { try helper.words.noMoreArguments() }
      var operations = CaddyHeaderOperations()
      try change(&operations, field, value, replacement, helper.words)
      values += helper.route(matcher, .headers(request: operations, response: nil))
      try helper.words.noMoreArguments()
      if helper.release.isModern { break }
    }
    return values
  }

  private static func apply(
    field: ByteText, _ words: inout CaddyDispenser, to headers: inout CaddyResponseHeaders
  ) throws(CaddyRefusal) {
    let value = words.nextArgument() ? words.value : ""
    let replacement = words.nextArgument() ? words.value : nil
    try apply(field, value, replacement, to: &headers, words)
  }

  /// One change to an answer's headers (`applyHeaderOp`).
  static func apply(
    _ field: ByteText, _ value: ByteText, _ replacement: ByteText?, to headers: inout CaddyResponseHeaders,
    _ words: CaddyDispenser
  ) throws(CaddyRefusal) {
    if field.hasPrefix("?") {
      if headers.require == nil { headers.require = CaddyResponseMatcher() }
      let name = field.from(1)
      headers.require?.headers.removeAll { $0.name == name }
      headers.require?.headers.append(CaddyField(name, nil))
      set(&headers.operations.set, name, value)
      return
    }
    if field.hasPrefix("-") || words.release.isModern && !field.hasPrefix("+") && field.hasPrefix(">") {
      headers.isDeferred = true
    }
    try change(&headers.operations, field, value, replacement, words)
  }

  /// One change to a request's headers, or to an answer's without a condition.
  static func change(
    _ operations: inout CaddyHeaderOperations, _ field: ByteText, _ value: ByteText, _ replacement: ByteText?,
    _ words: CaddyDispenser
  ) throws(CaddyRefusal) {
    let isModern = words.release.isModern
    if field.hasPrefix("+") {
      let name = CaddyHeaderName.canonical(field.from(1))
      if let index = operations.add.firstIndex(where: { $0.name == name }) {
        operations.add[index].values = (operations.add[index].values ?? []) + [value]
      } else {
        operations.add.append(CaddyField(name, [value]))
      }
    } else if field.hasPrefix("-") {
      operations.delete.append(field.from(1))
    } else if field.hasPrefix("?") {
      throw words.error("\(field): a default with ? is for answers only")
    } else if let replacement, isModern || !replacement.isEmpty {
      let marks: [UInt8] = isModern ? Array("+-?>".utf8) : Array("+-?".utf8)
      let name = ByteText(field.drop { marks.contains($0) })
      operations.replace.append(.init(field: name, searchRegexp: value, replacement: replacement))
    } else if isModern, field.hasPrefix(">") {
      set(&operations.set, field.from(1), value)
    } else {
      set(&operations.set, field, value)
    }
  }

  private static func set(_ fields: inout [CaddyField], _ name: ByteText, _ value: ByteText) {
    let name = CaddyHeaderName.canonical(name)
    if let index = fields.firstIndex(where: { $0.name == name }) {
      fields[index].values = [value]
    } else {
      fields.append(CaddyField(name, [value]))
    }
  }
}

/// Names of header fields.
package enum CaddyHeaderName {
  /// `content-type` becomes `Content-Type`; what is no name stays as it is (Go's `CanonicalMIMEHeaderKey`).
  package static func canonical(_ name: ByteText) -> ByteText {
    guard name.allSatisfy(isTokenByte) else { return name }
    var isStart = true
    return ByteText(
      name.map { byte in
        defer { isStart = byte == UInt8(ascii: "-") }
        if isStart, 0x61...0x7A ~= byte { return byte - 0x20 }
        if !isStart, 0x41...0x5A ~= byte { return byte + 0x20 }
        return byte
      })
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
