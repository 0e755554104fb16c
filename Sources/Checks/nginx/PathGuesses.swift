import ProxyConfig

/// Paths that may lead to a location; whether they do, a trace must show.
struct PathGuesses {
  let model: NginxModel

  /// The best guesses first.
  func of(_ location: Int) -> [ByteText] {
    guard let name = model.scope(location).name else { return ["/interlude-example"] }
    switch name {
    case .exact(let text): return [text].filter(isSendable)
    case .prefix(let text, _):
      let tail: ByteText = text.last == UInt8(ascii: "/") ? "interlude-example" : "/interlude-example"
      return [text + tail, text].filter(isSendable)
    case .regex(let pattern): return paths(for: pattern, below: outerPath(of: location)).filter(isSendable)
    case .named: return []
    }
  }

  private func paths(for pattern: NginxPattern, below outer: ByteText) -> [ByteText] {
    guard case .success(let compiled) = pattern.compiled else { return [] }
    var found: [ByteText] = []
    let fronts: [ByteText] = [outer, outer + "index", "/", "/index", "", "/a/", "/interlude-example"]
    search: for example in compiled.examples {
      for front in fronts {
        // What nginx would shorten never gets to a location of that name: `/.` is `/`, `/.a` is itself.
        for path in [front + example, front + example + "a"] where path.first == UInt8(ascii: "/") && isPlain(path) {
          guard !found.contains(path), case .match = compiled.firstMatch(in: path) else { continue }
          found.append(path)
          if found.count == 6 { break search }
          break
        }
      }
    }
    // Where an exact location takes the shortest path, what goes on behind it may get there.
    let longer = found.prefix(2).map { $0 + ($0.hasSuffix("/") ? "interlude-example" : "/interlude-example") }
    return found
      + longer.filter { path in
        guard isPlain(path), !found.contains(path), case .match = compiled.firstMatch(in: path) else { return false }
        return true
      }
  }

  /// Whether nginx takes a path as it is written.
  private func isPlain(_ path: ByteText) -> Bool {
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    return !segments.dropLast().contains(where: \.isEmpty)
      && !segments.contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
  }

  /// The plain location around a nested one, with a slash at its end.
  private func outerPath(of location: Int) -> ByteText {
    for scope in model.chain(from: location).dropFirst() {
      if case .prefix(let text, _) = scope.name { return text.last == UInt8(ascii: "/") ? text : text + "/" }
    }
    return "/"
  }

  private func isSendable(_ path: ByteText) -> Bool {
    path.first == UInt8(ascii: "/")
      && path.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
      }
  }
}
