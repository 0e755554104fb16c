/// The status codes that httpd knows (`status_lines` of http_protocol.c).
enum StatusCodes {
  static let known: Set<Int> = Set(
    Array(100...102) + Array(200...208) + [226] + Array(300...308).filter { $0 != 306 } + Array(400...417) + [421, 422]
      + [423, 424, 426] + [428, 429, 431, 451] + Array(500...508) + [510, 511])

  /// The code under which `ErrorDocument` is looked up: those that httpd does not know share the one of 500.
  static func index(_ code: Int) -> Int { known.contains(code) ? code : 500 }

  static func isRedirect(_ code: Int) -> Bool { 300..<400 ~= code }
}
