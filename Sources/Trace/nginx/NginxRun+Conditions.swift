import Diagnostics
import ProxyConfig

/// Requests that want a part of a file, or nothing at all unless it changed (`ngx_http_not_modified_filter_module.c`,
/// `ngx_http_range_filter_module.c`).
extension NginxRun {
  /// What becomes of an answer of 200.
  enum Condition {
    case whole
    case notModified
    /// A part, or several in one body of parts.
    case part(isSeveral: Bool)
    case failed(Int)
  }

  /// What the filters know of the answer: both are nil for a text of the configuration.
  private struct Validators {
    var modified: Int?
    var tag: ByteText?
    var size: Int?
  }

  mutating func condition(_ body: Outcome.Body) throws(Undecided) -> Condition {
    let names = ["range", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since"]
    guard let asked = names.first(where: { header($0) != nil }) else { return .whole }
    let validators = try validators(of: body, asked)
    if let since = header("if-unmodified-since") {
      // Without a date of its own an answer counts as changed.
      guard let modified = validators.modified, let limit = HTTPDate.seconds(since), limit >= modified else {
        return .failed(412)
      }
    }
    if let wanted = header("if-match"), !Self.lists(wanted, validators.tag, isWeak: false) { return .failed(412) }
    let since = header("if-modified-since")
    let known = header("if-none-match")
    if since != nil || known != nil {
      let isNew = since.map { isModified(validators.modified, since: $0) } ?? false
      let isOther = known.map { !Self.lists($0, validators.tag, isWeak: true) } ?? false
      if !isNew, !isOther { return .notModified }
    }
    guard case .file = body, answer.allowsRanges, let size = validators.size, header("range") != nil,
      try !changesText(ofSize: size)
    else { return .whole }
    return part(size, validators)
  }

  private func validators(of body: Outcome.Body, _ asked: String) throws(Undecided) -> Validators {
    guard case .file(let path) = body else { return Validators() }
    for setting in [NginxSetting.gunzip, .imageFilter, .xsltStylesheet]
    where model.setting(setting, in: scope).map({ $0.argument(1) != "off" }) == true {
      throw Undecided(reason: "whether the file fits the request's \(asked) header once \(setting.name) has been at it")
    }
    guard let status = try? world.machine.files.status(of: path), let nanoseconds = status.modified else {
      throw Undecided(reason: "whether the file fits the request's \(asked) header")
    }
    let seconds = nanoseconds / 1_000_000_000
    let hasTag = model.flag(.etag, in: scope, default: true)
    let digits = "\"" + String(seconds, radix: 16) + "-" + String(status.size, radix: 16) + "\""
    return Validators(modified: seconds, tag: hasTag ? ByteText(digits) : nil, size: status.size)
  }

  /// `ngx_http_test_if_modified`.
  private func isModified(_ modified: Int?, since text: String) -> Bool {
    guard let modified else { return true }
    let mode = model.value(.ifModifiedSince, in: scope)?.lowercased ?? "exact"
    if mode == "off" { return true }
    guard let since = HTTPDate.seconds(text) else { return true }
    return since != modified && (mode == "exact" || since < modified)
  }

  /// `ngx_http_test_if_match`.
  private static func lists(_ header: String, _ tag: ByteText?, isWeak: Bool) -> Bool {
    if header == "*" { return true }
    guard var tag else { return false }
    if isWeak, tag.hasPrefix("W/") { tag = tag.from(2) }
    var rest = ByteText(header)
    while !rest.isEmpty {
      if isWeak, rest.hasPrefix("W/") { rest = rest.from(2) }
      if rest.hasPrefix(tag) {
        let after = ByteText(rest.from(tag.count).drop { $0 == 0x20 || $0 == 0x09 })
        if after.isEmpty || after.first == UInt8(ascii: ",") { return true }
      }
      let tail = rest.drop { $0 != UInt8(ascii: ",") }
      rest = ByteText(tail.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") })
    }
    return false
  }

  private func part(_ size: Int, _ validators: Validators) -> Condition {
    let most = model.value(.maxRanges, in: scope)?.number ?? .max
    guard most > 0, let text = header("range"), text.lowercased().hasPrefix("bytes="), text.utf8.count >= 7 else {
      return .whole
    }
    if let wanted = header("if-range") {
      if wanted.utf8.count >= 2, wanted.hasSuffix("\"") {
        guard let tag = validators.tag, tag == ByteText(wanted) else { return .whole }
      } else {
        guard let modified = validators.modified, HTTPDate.seconds(wanted) == modified else { return .whole }
      }
    }
    switch NginxRanges.count(in: Array(text.utf8.dropFirst(6)), size: size, most: most) {
    case .none: return .whole
    case 0: return .failed(416)
    case .some(let count): return .part(isSeveral: count > 1)
    }
  }
}

/// The `Range` header (`ngx_http_range_parse`).
enum NginxRanges {
  /// The number of ranges to send; 0 when none of them can be satisfied, nil when the header is not heeded.
  static func count(in text: [UInt8], size: Int, most: Int) -> Int? {
    var index = 0
    var ranges = 0
    var total = 0
    func peek() -> UInt8 { index < text.count ? text[index] : 0 }
    func skipSpaces() { while peek() == 0x20 { index += 1 } }
    func number() -> Int? {
      guard peek() >= 0x30, peek() <= 0x39 else { return nil }
      var value = 0
      while peek() >= 0x30, peek() <= 0x39 {
        let (grown, isOver) = value.multipliedReportingOverflow(by: 10)
        if isOver { return nil }
        value = grown + Int(peek() - 0x30)
        index += 1
      }
      return value
    }
    while true {
      var (start, end) = (0, 0)
      skipSpaces()
      let isSuffix = peek() == UInt8(ascii: "-")
      if isSuffix {
        index += 1
      } else {
        guard let first = number() else { return 0 }
        start = first
        skipSpaces()
        guard peek() == UInt8(ascii: "-") else { return 0 }
        index += 1
        skipSpaces()
      }
      if !isSuffix, peek() == UInt8(ascii: ",") || peek() == 0 {
        end = size
      } else {
        guard let last = number() else { return 0 }
        skipSpaces()
        guard peek() == UInt8(ascii: ",") || peek() == 0 else { return 0 }
        end = last
        if isSuffix {
          start = end < size ? size - end : 0
          end = size - 1
        }
        end = end >= size ? size : end + 1
      }
      if start < end {
        total += end - start
        if ranges == most { return nil }
        ranges += 1
      } else if start == 0 {
        return nil
      }
      guard peek() == UInt8(ascii: ",") else { break }
      index += 1
    }
    if ranges == 0 { return 0 }
    return total > size ? nil : ranges
  }
}
