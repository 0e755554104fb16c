import Diagnostics
import ProxyConfig

/// Reads ACLs and the conditions made of them (manual, chapter 7).
struct ConditionReader {
  let expressions: ExpressionReader
  /// The ACLs declared so far, by name.
  let acls: [String: [Comparison]]

  /// Reads `if …` or `unless …`; nil when there are no words.
  func condition(_ words: ArraySlice<Argument>) throws(Refusal) -> Condition? {
    guard let first = words.first, let last = words.last else { return nil }
    guard first.isEqual(to: "if") || first.isEqual(to: "unless") else {
      throw Refusal("a condition cannot begin with \(first.value)", help: "write if or unless and the condition")
    }
    var alternatives: [[Condition.Term]] = [[]]
    var rest = words.dropFirst()
    var isNegated = false
    while let word = rest.popFirst() {
      var text = word.value
      if text == "or" || text == "||" || text == "OR" {
        alternatives.append([])
        continue
      }
      while text.hasPrefix("!") {
        isNegated.toggle()
        text.removeFirst()
      }
      if text.isEmpty { continue }
      let comparisons: [Comparison]
      if text == "{" {
        guard let end = rest.firstIndex(where: { $0.isEqual(to: "}") }) else {
          throw Refusal("the { of a condition is not closed", help: "write } between blanks behind it")
        }
        comparisons = [try comparison(rest[..<end])]
        rest = rest[(end + 1)...]
      } else if let known = acls[text] {
        comparisons = known
      } else if let known = try builtin(text, at: word.place) {
        comparisons = known
      } else {
        let names = acls.keys.sorted() + Self.builtins.keys.sorted()
        throw Refusal(
          "there is no ACL called \(text)",
          help: NearestName.of(text, among: names).map { "did you mean \($0)?" }
            ?? "declare it with acl in this section, before this line")
      }
      alternatives[alternatives.count - 1].append(.init(isNegated: isNegated, comparisons: comparisons))
      isNegated = false
    }
    let place = first.source.place(first.range.lowerBound..<last.range.upperBound)
    return Condition(isUnless: first.isEqual(to: "unless"), alternatives: alternatives, place: place)
  }

  /// Reads an expression, flags and patterns.
  func comparison(_ words: ArraySlice<Argument>) throws(Refusal) -> Comparison {
    guard let first = words.first, let last = words.last else {
      throw Refusal("an ACL needs something to look at", help: "write a sample such as path or req.hdr(host)")
    }
    let place = first.source.place(first.range.lowerBound..<last.range.upperBound)
    var (text, matching) = Self.withoutSuffix(first.value)
    let expression = try expressions.expression(&text, at: place)
    guard text.isEmpty else { throw Refusal("\(text) stands behind the sample \(expression.text)") }
    var (ignoresCase, texts): (Bool, [String]) = (false, [])
    var unseenList: String?
    var rest = words.dropFirst()
    flags: while let word = rest.first, word.value.hasPrefix("-"), word.value.count > 1 {
      switch word.value {
      case "-i": ignoresCase = true
      case "-n", "-M": break
      case "--":
        rest = rest.dropFirst()
        break flags
      case "-u": rest = rest.dropFirst()
      case "-m":
        guard let name = rest.dropFirst().first?.value, let found = Matching(rawValue: name) else {
          throw Refusal(
            "\(rest.dropFirst().first?.value ?? "nothing") is no way to match",
            help: "write one of found bool int ip bin len str beg sub reg end dir dom")
        }
        matching = found
        rest = rest.dropFirst()
      case "-f":
        guard let path = rest.dropFirst().first?.value else { throw Refusal("-f needs the path of a list") }
        if let list = try expressions.table(path, isMap: false, isRegex: false) {
          texts += list.entries.map(\.key.string)
        } else {
          unseenList = path
        }
        rest = rest.dropFirst()
      default: break flags
      }
      rest = rest.dropFirst()
    }
    texts += rest.map(\.value)
    let usual = matching ?? Self.usual(expression)
    return Comparison(
      expression: expression, matching: usual, ignoresCase: ignoresCase,
      candidates: try candidates(texts, usual, ignoresCase), unseenList: unseenList, text: place.text)
  }

  private func candidates(
    _ texts: [String], _ matching: Matching, _ ignoresCase: Bool
  ) throws(Refusal) -> [Comparison.Candidate] {
    var test = "eq"
    var result: [Comparison.Candidate] = []
    for text in texts {
      switch matching {
      case .int, .len:
        if ["eq", "ge", "gt", "le", "lt"].contains(text) {
          test = text
        } else {
          result.append(.range(try Self.range(text, test)))
        }
      case .ip:
        // A name would be looked up when HAProxy starts.
        if let network = Self.network(text) { result.append(.network(network)) }
      case .reg:
        if let pattern = try ExpressionReader.pattern(ByteText(text), ignoresCase: ignoresCase) {
          result.append(.pattern(pattern))
        }
      default: result.append(.text(ByteText(text)))
      }
    }
    return result
  }

  private static func range(_ text: String, _ test: String) throws(Refusal) -> ClosedRange<Int> {
    let ends = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if ends.count == 2 {
      guard let low = ends[0].isEmpty ? Int.min : Int(ends[0]), let high = ends[1].isEmpty ? Int.max : Int(ends[1]),
        low <= high
      else { throw Refusal("\(text) is no range of numbers") }
      return low...high
    }
    guard let number = Int(text), abs(number) < Int.max / 2 else { throw Refusal("\(text) is no number") }
    return switch test {
    case "ge": number...Int.max
    case "gt": (number + 1)...Int.max
    case "le": Int.min...number
    case "lt": Int.min...(number - 1)
    default: number...number
    }
  }

  /// A network in the form `10.0.0.0/8` or `10.0.0.0/255.0.0.0`.
  static func network(_ text: String) -> AddressRange? {
    let parts = text.split(separator: "/", maxSplits: 1)
    if parts.count == 2, parts[1].contains("."), let mask = AddressRange.bytes(String(parts[1])) {
      return AddressRange("\(parts[0])/\(mask.reduce(0) { $0 + $1.nonzeroBitCount })")
    }
    return AddressRange(text)
  }

  /// `path_beg` is `path -m beg`, and so on (the table of ACL derivatives in section 7.3.6).
  private static func withoutSuffix(_ text: String) -> (Substring, Matching?) {
    let name = text.prefix { $0.isLetter || $0.isNumber || "_.-+".contains($0) }
    for base in ["base", "cook", "hdr", "path", "scook", "shdr", "url", "urlp", "ssl_fc_sni"]
    where name.hasPrefix(base + "_") {
      guard let matching = Matching(rawValue: String(name.dropFirst(base.count + 1))),
        ![.found, .bool, .int, .ip, .bin, .str].contains(matching)
      else { continue }
      return (base + text[name.endIndex...], matching)
    }
    return (Substring(text), nil)
  }

  /// How values of a type are compared when nothing is said.
  private static func usual(_ expression: Expression) -> Matching {
    switch SampleKind.of(expression) {
    case .number: .int
    case .truth: .bool
    case .address: .ip
    case .text: .str
    }
  }

  private func builtin(_ name: String, at place: Place) throws(Refusal) -> [Comparison]? {
    guard let words = Self.builtins[name] else { return nil }
    let shared = SharedSource(Source(name: place.source.name, text: words))
    var line = LineReader(shared, environment: [:])
    guard let read = line.next() else { return nil }
    return [try comparison(read.words[...])]
  }

  /// ACLs that need not be declared (manual, section 7.4).
  static let builtins = [
    "FALSE": "always_false", "TRUE": "always_true", "HTTP": "req.proto_http", "HTTP_1.0": "req.ver 1.0",
    "HTTP_1.1": "req.ver 1.1", "HTTP_2.0": "req.ver 2.0", "HTTP_CONTENT": "req.hdr_val(content-length) gt 0",
    "HTTP_URL_ABS": "url_reg ^[^/:]*://", "HTTP_URL_SLASH": "url_beg /", "HTTP_URL_STAR": "url *",
    "LOCALHOST": "src 127.0.0.1/8", "METH_CONNECT": "method CONNECT", "METH_DELETE": "method DELETE",
    "METH_GET": "method GET HEAD", "METH_HEAD": "method HEAD", "METH_OPTIONS": "method OPTIONS",
    "METH_POST": "method POST", "METH_PUT": "method PUT", "METH_TRACE": "method TRACE",
    "RDP_COOKIE": "req.rdp_cookie_cnt gt 0", "REQ_CONTENT": "req.len gt 0", "WAIT_END": "wait_end",
  ]
}

/// What a value is, as far as comparing goes.
enum SampleKind {
  case text, number, truth, address

  static func of(_ expression: Expression) -> SampleKind {
    for converter in expression.converters.reversed() {
      switch converter.name {
      case "bool", "not", "odd", "even", "in_table", "secure_memcmp": return .truth
      case "add", "and", "cpl", "div", "length", "mod", "mul", "neg", "nbsrv", "or", "sub", "xor", "hex2i", "htonl",
        "map_int", "map_str_int", "map_beg_int", "map_end_int", "map_reg_int", "map_sub_int", "map_dir_int",
        "map_dom_int", "map_ip_int", "map_int_int", "port_only", "strcmp", "crc32", "crc32c", "djb2", "sdbm", "wt6",
        "xxh32", "xxh64", "srv_queue":
        return .number
      case "ipmask", "map_ip", "map_str_ip": return .address
      case "debug", "set-var", "unset-var": continue
      default: return converter.name.hasPrefix("table_") ? .number : .text
      }
    }
    let name = expression.fetch.name
    if truths.contains(name) { return .truth }
    if addresses.contains(name) { return .address }
    if numbers.contains(name)
      || ["_cnt", "_val", "_port", "_rate", "_len", "_size", "_conn", "_id", "_timeout"]
        .contains(where: name.hasSuffix)
      || name.hasPrefix("sc") && !name.hasPrefix("scook")
      || name.hasPrefix("src_") && name != "src_is_local" || name.hasPrefix("table_") || name.hasPrefix("srv_")
    {
      return .number
    }
    return .text
  }

  private static let truths = Keywords.words(
    """
    always_false always_true bool dst_is_local fc_dst_is_local fc_rcvd_proxy fc_src_is_local http_auth http_first_req
    req.proto_http src_is_local srv_is_up ssl_bc ssl_bc_is_resumed ssl_c_used ssl_fc ssl_fc_has_crt ssl_fc_has_early
    ssl_fc_has_sni ssl_fc_is_resumed stopping wait_end res.cache_hit res.comp
    """)
  private static let addresses = Keywords.words(
    "dst src fc_src fc_dst bc_src bc_dst ipv4 ipv6 req.hdr_ip res.hdr_ip hdr_ip url_ip")
  private static let numbers = Keywords.words(
    """
    avg_queue be_conn_free connslots cpu_calls date date_us fc_err fc_http_major fe_conn http_auth_type int nbproc nbsrv
    proc prio_class prio_offset queue rand base32 url32 status thread req.len res.len req_len dst_conn distcc_param
    req.ssl_ver req.ssl_hello_type ssl_c_err ssl_c_verify ssl_c_version bc_http_major req.body_len
    """)
}
