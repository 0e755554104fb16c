import Diagnostics
import Escaping
import ProxyConfig

extension Outcome {
  /// The outcome as a person reads it: first what the visitor gets, then the story in numbered steps, each with the
  /// words of the configuration that cause it.
  public func text(for request: Request, isColored: Bool) -> String {
    let ink = Ink(isOn: isColored)
    var lines = [
      "",
      isOpen
        ? "  " + ink.bold(ink.yellow("cannot be known"))
        : "  \(ink.bold(headline(ink)))  \(TerminalText.harmless(verdict))",
    ]
    if let location { lines.append("  " + ink.dim("Location: ") + TerminalText.harmless(location)) }
    for header in headers where header.name != "location" {
      lines.append("  " + ink.dim(TerminalText.harmless("\(header.name): ")) + TerminalText.harmless(header.value))
    }
    if case .unknown(let reason) = certainty {
      lines.append("")
      lines.append(
        "  " + ink.yellow("This is not certain. ") + "It depends on something that cannot be known from here:")
      lines.append("  " + TerminalText.harmless(reason) + ".")
    }
    if !asked.isEmpty { lines += ["", "  " + ink.dim("What upstreams are sent")] + asked.map { "  " + $0.text(ink) } }
    lines.append("")
    lines.append("  " + ink.dim("How it comes about"))
    let width = String(steps.count).count
    var indexes: [String: LineIndex] = [:]
    for (number, step) in steps.enumerated() {
      let label = String(repeating: " ", count: width - String(number + 1).count) + String(number + 1)
      lines.append("  \(ink.dim(label + ".")) \(TerminalText.harmless(step.text))")
      guard let place = step.place else { continue }
      let name = place.source.name
      let index = indexes[name] ?? LineIndex(place.source)
      indexes[name] = index
      let line = index.position(at: place.range.lowerBound).line
      let words = TerminalText.harmless(place.text.split(whereSeparator: \.isNewline).first ?? "")
      let indent = String(repeating: " ", count: width + 4)
      lines.append(
        "\(indent)\(ink.cyan(TerminalText.harmless("\(name):\(line)")))  \(ink.dim(String(words.prefix(100))))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The status for a person: "502", or "no answer" for a connection that is closed without one.
  public var statusText: String { status == 0 ? "no answer" : String(status) }

  /// The story broke off before anything was sent.
  private var isOpen: Bool { certainty != .exact && status == 0 && body == .none }

  private func headline(_ ink: Ink) -> String {
    switch status {
    case 200..<300: ink.green(statusText)
    case 300..<400: ink.cyan(statusText)
    case 400..<500: ink.yellow(statusText)
    default: ink.red(statusText)
    }
  }

  private var verdict: String {
    switch body {
    case .file(let path): "with the file \(path)"
    case .builtin: "with the proxy's own bare page"
    case .upstream: status == 0 ? "a stream of bytes without a status line" : "with whatever the upstream sent"
    case .inline: "with a text from the configuration"
    case .redirect: "a redirect"
    case .none: status == 0 ? "the connection is closed" : "without a body"
    }
  }
}

extension Outcome.Asked {
  /// "http://127.0.0.1:9000  GET /cart  Host: app".
  fileprivate func text(_ ink: Ink) -> String {
    var words = [ink.cyan(TerminalText.harmless("\(wireProtocol.rawValue)://\(address)"))]
    words.append(TerminalText.harmless(([method] + (uri.map { [$0.string] } ?? [])).joined(separator: " ")))
    if let host { words.append(ink.dim("Host: ") + TerminalText.harmless(host)) }
    let set = headers.filter { $0.name != "connection" && $0.name != "via" }.prefix(8)
    words += set.map { ink.dim(TerminalText.harmless("\($0.name): ")) + TerminalText.harmless($0.value) }
    let missed = dropped.filter { !Self.hopByHop.contains($0) }
    if !missed.isEmpty { words.append(ink.dim(TerminalText.harmless("without " + missed.joined(separator: ", ")))) }
    return words.joined(separator: "  ")
  }

  /// What no proxy passes on (RFC 9110, section 7.6.1), so that nobody needs to be told.
  private static let hopByHop: Set = [
    "connection", "expect", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te",
    "trailer",
    "transfer-encoding", "upgrade",
  ]
}

/// Colours of a terminal, or none.
struct Ink {
  let isOn: Bool

  func bold(_ text: String) -> String { paint(text, "1") }
  func dim(_ text: String) -> String { paint(text, "2") }
  func red(_ text: String) -> String { paint(text, "31") }
  func green(_ text: String) -> String { paint(text, "32") }
  func yellow(_ text: String) -> String { paint(text, "33") }
  func cyan(_ text: String) -> String { paint(text, "36") }

  private func paint(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
