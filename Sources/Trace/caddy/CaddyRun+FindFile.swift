import ProxyConfig

/// Looks for files: the `file` matcher behind `try_files` (`fileserver/matcher.go`).
extension CaddyRun {
  private struct Candidate {
    var full: ByteText
    var relative: ByteText
    var remainder: ByteText
  }

  func findFile(_ matcher: CaddyFileMatcher) throws(CaddyInterruption) -> Bool {
    if !matcher.fileSystem.isEmpty { throw .unknown("the file system \(matcher.fileSystem)") }
    let root = CaddyPath.clean(try directory(matcher.root.isEmpty ? "{http.vars.root}" : matcher.root))
    let patterns = matcher.tryFiles ?? ["{http.request.uri.path}"]
    switch matcher.policy.string {
    case "", "first_exist", "first_exist_fallback":
      for (index, pattern) in patterns.enumerated() {
        if pattern.count > 1, pattern.hasPrefix("="), let code = pattern.from(1).integer, 100...999 ~= code {
          tell("try_files ends with \(pattern), an error \(code)")
          throw .status(code, .text(pattern.from(1)))
        }
        let isFallback = matcher.policy == "first_exist_fallback" && index == patterns.count - 1
        for candidate in try candidates(pattern, root, matcher) {
          if isFallback {
            remember(candidate, isDirectory: false)
            return true
          }
          guard let status = try? world.files.status(of: world.path(try seen(candidate.full))) else { continue }
          guard (status.kind == .directory) == candidate.full.hasSuffix("/") else { continue }
          remember(candidate, isDirectory: status.kind == .directory)
          return true
        }
      }
      let names = patterns.map(\.string).joined(separator: " ")
      tell("none of \(names) exists in \(root)", nil, .noneFound(names))
      return false
    case "largest_size", "smallest_size": return try bySize(patterns, root, matcher)
    default: throw .unknown("which of the files was changed last")
    }
  }

  /// A root as the configuration gives it; an empty one is the working directory.
  func directory(_ text: ByteText) throws(CaddyInterruption) -> ByteText {
    let expanded = try CaddyPlaceholders.replace(text, unknownIsEmpty: true) {
      (key) throws(CaddyInterruption) -> ByteText? in
      let value = self.value(of: key)
      if case .opaque(let reason) = value { throw .unknown(reason) }
      let text = value?.text ?? ""
      return text.isEmpty ? "." : text
    }
    return expanded
  }

  private func candidates(
    _ pattern: ByteText, _ root: ByteText, _ matcher: CaddyFileMatcher
  ) throws(CaddyInterruption) -> [Candidate] {
    let expanded = try CaddyPlaceholders.replace(pattern, unknownIsEmpty: true) {
      (key) throws(CaddyInterruption) -> ByteText? in
      let value = self.value(of: key)
      if case .opaque(let reason) = value { throw .unknown(reason) }
      // What comes from the request is no pattern.
      if let text = value?.text, text.isWatched, !pattern.contains(where: { "*?[\\".utf8.contains($0) }) { return text }
      var safe = ByteText()
      for byte in value?.text ?? "" {
        if "*[?\\".utf8.contains(byte) { safe.append(UInt8(ascii: "\\")) }
        safe.append(byte)
      }
      return safe
    }
    var (before, after) = firstSplit(CaddyPath.clean(expanded), matcher.splitPath)
    if pattern.hasSuffix("/") { before += ByteText("/") }
    let full = CaddyPath.join(root, before)
    if full.isWatched {
      guard world.files.exists(world.path(try seen(full))) else { return [] }
      let relative = root == "." ? full : root == "/" ? full : full.from(root.count)
      return [Candidate(full: full, relative: relative, remainder: after)]
    }
    let found = PathPattern.expand(world.path(full), in: world.files).map { ByteText($0) }
    // Names come back as this process sees them; Caddy sees them below its root.
    let prefix = ByteText(world.path(root))
    return found.map { path in
      let relative = path.without(prefix: prefix)
      return Candidate(full: root == "." ? path : root + relative, relative: relative, remainder: after)
    }
  }

  /// The same for a path that is watched: nil where the first such word is not followed by a slash.
  private static func watchedSplit(_ path: ByteText, _ split: ByteText) -> (ByteText, ByteText)? {
    let letters = split.lowercased.bytes.map { TextTest.quoted(ByteText([$0])) }
    guard let first = letters.first, !letters.dropFirst().contains(first) else {
      _ = path.bytes
      return nil
    }
    // Words without it are put together of what its beginnings are not followed by.
    let beginnings = (1..<letters.count).map { letters[..<$0].joined() }
    let some = "(?:\(beginnings.joined(separator: "|")))*"
    let others = beginnings.enumerated().map { "\($1)[^\(first)\(letters[$0 + 1])]" }.joined(separator: "|")
    let expression = "^((?:[^\(first)]|\(some)(?:\(others)))*\(some)\(letters.joined()))(/.*)$"
    guard path.lowercased.contains(split.lowercased + "/"),
      let pattern = try? Pattern(ByteText(expression), ignoresCase: true),
      case .match(let groups) = path.groups(of: pattern), let before = groups[1], let after = groups[2]
    else { return nil }
    return (before, after)
  }

  private func firstSplit(_ path: ByteText, _ splits: [ByteText]) -> (ByteText, ByteText) {
    let lowered = path.lowercased
    for split in splits {
      if path.isWatched {
        if let parts = Self.watchedSplit(path, split) { return parts }
        continue
      }
      guard let index = lowered.offset(of: split.lowercased),
        index + split.count < path.count || index + split.count == path.count
      else { continue }
      let end = index + split.count
      if end == path.count { return (path, "") }
      if path.from(end).hasPrefix("/") { return (path.upTo(end), path.from(end)) }
    }
    return (path, "")
  }

  private func bySize(_ patterns: [ByteText], _ root: ByteText, _ matcher: CaddyFileMatcher) throws(CaddyInterruption)
    -> Bool
  {
    var best: (candidate: Candidate, status: FileStatus)?
    for pattern in patterns {
      for candidate in try candidates(pattern, root, matcher) {
        guard let status = try? world.files.status(of: world.path(candidate.full)) else { continue }
        if status.kind == .directory { throw .unknown("the size of a directory") }
        let isBetter =
          matcher.policy == "largest_size"
          ? status.size > best?.status.size ?? 0
          : best.map { $0.status.size == 0 || status.size < $0.status.size } ?? true
        if isBetter { best = (candidate, status) }
      }
    }
    guard let best else { return false }
    remember(best.candidate, isDirectory: false)
    return true
  }

  private func remember(_ candidate: Candidate, isDirectory: Bool) {
    placeholders["http.matchers.file.relative"] = .text(candidate.relative)
    placeholders["http.matchers.file.absolute"] = .text(candidate.full)
    placeholders["http.matchers.file.remainder"] = .text(candidate.remainder)
    placeholders["http.matchers.file.type"] = .text(isDirectory ? "directory" : "file")
  }
}
