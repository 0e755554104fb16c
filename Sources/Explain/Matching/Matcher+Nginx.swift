internal import CSkim
internal import Content

/// What was found in a message of nginx's, and what of it holds for every line with that message.
struct MessageHits {
  /// In this very line.
  var best: Matcher.Hit?
  /// The best of those that follow from the message alone.
  var own: Matcher.Hit?
  /// Texts that may also stand in such a line, with what its visitor's part holds.
  var open: [Open] = []
  /// Whether all that may stand in such a line is among these.
  var isWhole = true

  struct Open {
    /// The text's number.
    let text: Int
    /// Where its bytes would begin, from the message's start.
    let origin: Int
  }
}

extension Matcher {
  /// Whether a text may stand there that begins before the message at `start`; grams are looked at from `first` on.
  func mayBegin(before start: Int, in line: Bytes, from first: Int) -> Bool {
    var mayBegin = false
    var position = first
    while position < start + filter.stride {
      filter.forEach(line, at: position) { origin in
        if position - Int(origin.lead) < start { mayBegin = true }
      }
      guard let next = filter.next(in: line, from: position + filter.stride, before: start + filter.stride) else {
        break
      }
      position = next
    }
    return mayBegin
  }

  /// What stands in a line of nginx's whose message is at `message`.
  func hits(in line: Bytes, _ range: Range<Int>, message: Range<Int>) -> MessageHits {
    var hits = MessageHits()
    hits.best = best(in: line, from: range.lowerBound, before: range.upperBound) { signature, position in
      accepts(signature, at: position, message) ? message.upperBound : nil
    } noting: { number, line, origin, hit in
      let text = texts[number]
      let start = text.anchorStart(origin)
      if start < message.lowerBound {
        hits.isWhole = false
      } else if !follows(text, line, origin, hit, message) {
        hits.open.append(.init(text: number, origin: origin - message.lowerBound))
      } else if let hit, accepts(text.signature, at: start, message) {
        if let own = hits.own, !hit.isBetter(than: own) { return }
        hits.own = hit
      }
    }
    return hits
  }

  /// Whether it follows from the message and the `, client: ` behind it that the text stands there, or does not.
  ///
  /// What is found of it in the message is the first that any line with that message has. What is not may stand behind
  /// it, unless already the anchor's piece is another.
  private func follows(_ text: CompiledText, _ line: Bytes, _ origin: Int, _ hit: Hit?, _ message: Range<Int>) -> Bool {
    if line.count <= message.upperBound { return true }
    if text.crosses { return false }
    if text.isOnePiece { return true }
    if hit == nil { return !text.hasAnchor(line, origin) }
    return text.match(line[message], origin: origin - message.lowerBound) != nil
  }

  /// The best text of a line with a known message.
  func best(of own: Hit?, or open: some Sequence<MessageHits.Open>, in line: Bytes, _ message: Range<Int>) -> Hit? {
    var best = own
    for each in open {
      let origin = message.lowerBound + each.origin
      guard let hit = hit(each.text, in: line, origin: origin),
        accepts(hit.signature, at: texts[each.text].anchorStart(origin), message)
      else { continue }
      if let best, !hit.isBetter(than: best) { continue }
      best = hit
    }
    return best
  }

  private func accepts(_ signature: Int, at position: Int, _ message: Range<Int>) -> Bool {
    traits[signature].formats & LogFormat.nginx.bit != 0 && position < message.upperBound
  }
}
