import Diagnostics
import ProxyConfig
import Trace

/// What is asked of all requests at once, as whole tables where there are any; see ``TextWatch``.
extension Run {
  /// Whether a path has no doubled slashes, dots or percent signs, so that nothing is to be taken out of it.
  func isPlain(_ path: ByteText) -> Bool {
    guard path.isWatched else { return false }
    if path.origin?.isPath == true || Self.isPlainlyJoined(path.parts) { return true }
    return !path.contains(UInt8(ascii: "%")) && !Self.isUnusual(path)
  }

  /// The path that was asked for, between texts that make nothing unusual of it.
  private static func isPlainlyJoined(_ parts: [ByteText]) -> Bool {
    guard let place = parts.firstIndex(where: \.isWatched), parts[place].origin?.isPath == true, parts.count < 4 else {
      return false
    }
    let (before, after) = (parts[..<place], parts[(place + 1)...])
    let isFine = (before + after).allSatisfy { !$0.isWatched && !$0.contains("%") && !isUnusual($0) }
    return isFine && before.allSatisfy { !$0.hasSuffix("/") }
      && after.allSatisfy { !$0.hasPrefix("/") && !$0.hasPrefix(".") }
  }

  /// Slashes in a row, or dots between slashes.
  private static func isUnusual(_ path: ByteText) -> Bool { unusual.map(path.matches) ?? true }

  private static let unusual = try? Pattern("//|(?:^|/)\\.\\.?(?:/|$)")

  /// Which entry of a table is the first for a path, asked as one question; nil where entries are to be tried one by one.
  func whole<Entry>(_ uri: ByteText, _ name: String, _ entries: [Entry], _ tests: (Entry) -> [TextTest]) -> Int? {
    guard uri.isWatched, !uri.isLost, !entries.isEmpty, isPlain(uri) else { return nil }
    let question = decider.watchedQuestion(name, of: survey) { TextQuestion(entries.map(tests)) }
    return uri.note(question) ?? entries.count
  }

  /// Of the paths of `<Location>` the longest one that a path is in.
  func longestPrefix(of uri: ByteText) -> ByteText? {
    guard uri.isWatched else { return nil }
    let paths = server.locations.compactMap { section -> ByteText? in
      if case .prefix(let path) = section.match, !path.isEmpty { path } else { nil }
    }.sorted { ($1.count, $0) < ($0.count, $1) }
    guard !paths.isEmpty else { return nil }
    let question = decider.watchedQuestion("locations \(server.number)", of: survey) {
      TextQuestion(
        paths.map { $0.hasSuffix("/") ? [.prefix($0.bytes)] : [.equals($0.bytes), .prefix(($0 + "/").bytes)] })
    }
    return uri.note(question).map { paths[$0] }
  }

  /// A match in a text of which no language says what it is: both ways are tried.
  func lostMatch(_ pattern: Pattern, _ text: ByteText) -> [ByteText?]? {
    let way = decider.choose(
      at: "\(pattern.text) \(text.wayHere)", because: "whether \(text.wayHere) fits \(pattern.text)")
    guard way == 1 else { return nil }
    return (0...pattern.groupCount).map { number in
      text.changed("group \(number) of \(pattern.text)") {
        guard case .match(let groups) = ByteText($0).groups(of: pattern) else { return [] }
        return groups[number]?.bytes ?? []
      }
    }
  }

  /// The folder that a path is in, with the slash.
  func folder(of path: ByteText) -> ByteText {
    if path.isWatched, path.hasSuffix("/") { return path }
    return path.upTo((path.lastOffset(of: "/") ?? 0) + 1)
  }

  /// What stands behind the last slash.
  func lastPart(of path: ByteText) -> ByteText {
    let slash = UInt8(ascii: "/")
    var tail = ByteText()
    for part in path.parts.reversed() {
      if part.isNever(slash) {
        tail = part + tail
        continue
      }
      guard !part.isWatched, let last = part.lastOffset(of: "/") else { break }
      return part.from(last + 1) + tail
    }
    return path.lastOffset(of: "/").map { path.from($0 + 1) } ?? path
  }

  /// Notes what a condition finds at a path that is made of the request.
  func noteThere(_ letter: String, _ path: ByteText) {
    guard path.isWatched else { return }
    let start = path.constantStart
    let question = decider.watchedQuestion("-\(letter) below \(ByteText(start).string)", of: survey) {
      WatchedFiles.question(below: start, in: files) { path in
        let status = try? files.status(of: path.string)
        let kind = status.map { "\($0.kind) \($0.size > 0) \($0.mode & 0o111)" } ?? "nothing"
        return ("\(kind) \(files.isUnseen(path.string))", status?.kind == .directory)
      }
    }
    if question.cases.isEmpty { _ = path.bytes } else { path.note(question) }
  }
}

extension ByteText {
  /// `a`–`z` in capitals.
  var inCapitals: ByteText { changed("capitals") { $0.map { 0x61...0x7A ~= $0 ? $0 & 0xDF : $0 } } }
}
