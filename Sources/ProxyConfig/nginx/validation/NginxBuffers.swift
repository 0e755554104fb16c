import Diagnostics

/// The buffers of an upstream module, whose sizes must go together (`ngx_http_proxy_merge_loc_conf` and its like).
struct NginxBuffers {
  /// What a level says, and where; the last of them is blamed.
  struct Blame {
    private(set) var latest: Directive?
    mutating func note(_ directive: Directive) { latest = directive }

    /// The directive to blame, if it stands on this level.
    subscript(names: [String: Directive]) -> Directive? {
      latest.flatMap { latest in names[latest.name].map { $0.range == latest.range ? latest : nil } ?? nil }
    }
  }

  static let modules = ["proxy", "fastcgi", "uwsgi", "scgi"]
  private static let page = 4096

  var size: Int?
  var count = 8
  var each = page
  var busy: Int?
  var fileWrite: Int?
  var mostFile: Int?
  var directives = Blame()

  /// Whether a directive of this name may be one about buffers.
  static func concerns(_ name: String) -> Bool { module(of: name) != nil }

  private static func module(of name: String) -> String? {
    guard name.hasSuffix("_size") || name.hasSuffix("_buffers") else { return nil }
    return modules.first { name.hasPrefix($0 + "_") }
  }

  /// Takes a directive that says something of buffers.
  static func note(_ directive: Directive, in all: inout [String: NginxBuffers], _ validation: inout NginxValidation) {
    let name = directive.name
    guard let module = module(of: name) else { return }
    var buffers = all[module] ?? NginxBuffers()
    let word = directive.words[1]
    let value = NginxSize.small(word.bytes)
    switch name.dropFirst(module.utf8.count + 1) {
    case "buffer_size": buffers.size = value
    case "buffers":
      guard let count = word.bytes.number, let each = directive.argument(2).flatMap(NginxSize.small), count > 0,
        each > 0
      else {
        validation.add(
          "invalid-value", "invalid value in \"\(name)\": it takes a number and a size, such as 8 16k", directive)
        return
      }
      (buffers.count, buffers.each) = (count, each)
    case "busy_buffers_size": buffers.busy = value
    case "temp_file_write_size": buffers.fileWrite = value
    case "max_temp_file_size": buffers.mostFile = value
    default: return
    }
    guard value != nil || name.hasSuffix("_buffers") else {
      validation.add("invalid-value", "invalid value \"\(word.value)\" in \"\(name)\": it must be a size", word)
      return
    }
    buffers.directives.note(directive)
    all[module] = buffers
  }

  /// What does not go together.
  func trouble(_ module: String) -> String? {
    if count < 2 { return "there must be at least 2 \"\(module)_buffers\"" }
    let largest = max(size ?? Self.page, each)
    let maximum = "the maximum of \"\(module)_buffer_size\" and one of the \"\(module)_buffers\", \(largest) bytes here"
    let busyBytes = busy ?? 2 * largest
    if busyBytes < largest { return "\"\(module)_busy_buffers_size\" must be equal to or greater than \(maximum)" }
    if busyBytes > (count - 1) * each {
      return
        "\"\(module)_busy_buffers_size\" (\(busyBytes) bytes) must be less than the size of all \"\(module)_buffers\" minus one buffer, \((count - 1) * each) bytes"
    }
    if let fileWrite, fileWrite < largest {
      return "\"\(module)_temp_file_write_size\" must be equal to or greater than \(maximum)"
    }
    if let mostFile, mostFile != 0, mostFile < largest {
      return "\"\(module)_max_temp_file_size\" must be 0, or equal to or greater than \(maximum)"
    }
    return nil
  }
}
