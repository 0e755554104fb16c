import Foundation
import ProxyConfig
public import Trace

/// Who asks: each is answered differently by somebody's configuration.
public enum Caller: String, Sendable, CaseIterable {
  case browser, api, returning, head
  /// A browser without the password that the place asks for.
  case stranger

  /// The question as this caller puts it.
  ///
  /// - Parameter validators: what a cache has kept of an earlier answer; nil where there was nothing to keep.
  func asking(_ question: Question, validators: [Request.Header]) -> Question? {
    switch self {
    case .browser: question
    case .stranger:
      question.sending { $0.headers.removeAll { $0.name == "Authorization" } }.knowingNoPassword
    case .head: question.request.method == "GET" ? question.sending { $0.method = "HEAD" } : nil
    case .api:
      question.sending { request in
        request.headers.removeAll { $0.name.lowercased() == "accept" }
        request.headers.append(.init("Accept", "application/json"))
      }
    case .returning: validators.isEmpty ? nil : question.sending { $0.headers += validators }
    }
  }
}

extension Question {
  fileprivate var knowingNoPassword: Question {
    var question = self
    question.circumstances.hasRightPassword = false
    return question
  }
}

/// One request of a rehearsal, what came back and what a trace says of it.
public struct RehearsedRow: Sendable {
  /// Where the configuration asks an upstream: "shop.example /cart/".
  public let title: String
  public let caller: Caller
  public let trouble: Trouble
  public let question: Question
  let seen: Seen
  /// What came back, by kind.
  public let body: SeenBody
  /// nil where no trace can tell.
  public let predicted: Outcome?
  /// What differs, in words; nil when nothing does.
  public let difference: String?

  public var agrees: Bool { difference == nil }

  /// A visitor of an outage sees nothing of one's own.
  public var isBare: Bool {
    guard caller == .browser, case .failure(let failure) = trouble, seen.obstacle == nil else { return false }
    switch failure {
    case .refused, .timeout, .closed, .garbage, .tooBigHeader, .noLiveUpstream: break
    case .status, .none: return false
    }
    if predicted?.wait == .endless { return false }
    // A door that is locked is no outage.
    return seen.status == 0 || seen.status >= 500 && (body == .none || body == .builtin)
  }
}

extension Outcome {
  /// Whether a condition of the request has taken the body away.
  fileprivate var isEmptied: Bool { steps.contains { $0.event == .emptied } }
}

/// What a body is, as far as it can be told from its bytes.
public enum SeenBody: Sendable, Hashable {
  case file(String)
  case upstream
  case redirect
  case builtin
  case none
  /// A text that is none of these: one of the configuration's, or a page that was not expected.
  case other

  public var kind: String {
    switch self {
    case .file: "file"
    case .upstream: "upstream"
    case .redirect: "redirect"
    case .builtin: "builtin"
    case .none: "none"
    case .other: "other"
    }
  }

  /// Pieces of the pages that programs bring along.
  private static let stock = [
    "<center>nginx", "<center>openresty", "<center>Angie", "<hr><center>tengine", "<address>Apache",
    "<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">",
    // Apache's since 2.4.71.
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">\n<html><head>\n<title>",
    "No server is available to handle this request",
    "The server returned an invalid or incomplete response", "The server didn't respond in time",
    "Your browser sent an invalid request", "Guru Meditation", "upstream connect error or disconnect",
    "no healthy upstream", "<title>503 Service Not Available</title>", "404 page not found",
  ]

  init(_ seen: Seen, predicted: Outcome?, prefix: String) {
    if 300..<400 ~= seen.status, seen.header("location") != nil {
      self = .redirect
      return
    }
    guard !seen.body.isEmpty else {
      self = .none
      return
    }
    let text = String(decoding: seen.body, as: UTF8.self)
    if text.contains(UpstreamAnswer.mark.prefix(24)) {
      self = .upstream
    } else if case .file(let path) = predicted?.body, Self.isFile(PathText.join(prefix, path), seen.body) {
      self = .file(path)
    } else if Self.stock.contains(where: text.contains) || ["Bad Gateway", "Gateway Timeout"].contains(text) {
      self = .builtin
    } else {
      self = .other
    }
  }

  /// Whether bytes are a file's, or what is left of it: HAProxy's have headers, includes and templates change some.
  private static func isFile(_ path: String, _ body: [UInt8]) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    let file = Array(data)
    if file == body { return true }
    if file.starts(with: Array("HTTP/".utf8)) { return file.suffix(body.count).elementsEqual(body) }
    return body.count >= 64 && file.starts(with: body.prefix(64))
  }
}

extension RehearsedRow {
  /// What a visitor, or a cache on the way, would notice of the difference.
  static func difference(_ seen: Seen, _ body: SeenBody, _ predicted: Outcome, isHead: Bool) -> String? {
    if predicted.wait == .endless {
      return seen.status == 0 && seen.body.isEmpty ? nil : "an answer, where none was expected"
    }
    if seen.status != predicted.status {
      return "\(seen.status == 0 ? "no answer" : "\(seen.status)") instead of \(predicted.statusText)"
    }
    if !isHead, !isSame(body, predicted.isEmptied ? .none : predicted.body, seen) {
      return "the body is \(body.kind == "other" ? "another text" : body.kind) instead of \(predicted.body.kind)"
    }
    if let location = predicted.location, seen.header("location") != location {
      return "the redirect leads to \(seen.header("location") ?? "nowhere") instead of \(location)"
    }
    guard predicted.body != .upstream, !predicted.isEmptied else { return nil }
    for name in ["content-type", "cache-control", "retry-after"] {
      let wanted = predicted.headers.filter { $0.name == name }.map(\.value).joined(separator: ", ")
      guard !wanted.isEmpty, seen.header(name) != wanted else { continue }
      return "\(name) is \(seen.header(name) ?? "missing") instead of \(wanted)"
    }
    return nil
  }

  private static func isSame(_ seen: SeenBody, _ predicted: Outcome.Body, _ answer: Seen) -> Bool {
    switch (predicted, seen) {
    case (.file(let path), .file(let other)): path == other
    case (.upstream, .upstream), (.redirect, .redirect), (.none, .none): true
    // What an upstream sent may have been nothing at all.
    case (.upstream, .none): answer.status != 0
    case (.builtin, .builtin), (.builtin, .none), (.builtin, .other): true
    case (.inline(let text), _): text.isEmpty ? seen == .none : seen == .other || seen == .builtin
    // A file without a byte.
    case (.file, .none): answer.header("content-length") == "0"
    default: false
    }
  }
}
