import ProxyConfig

/// Requests that are worth a try before languages are asked.
extension Solver {
  func examples(_ question: TextQuestion, _ taken: Int, _ origin: TextOrigin, _ request: Sent) -> [[UInt8]] {
    guard taken == question.cases.count else { return question.cases[taken].prefix(8).flatMap(\.examples) }
    let now = origin.value { request.inputs[$0] ?? [] }
    return [[], now + Array("x".utf8), Array("x".utf8), Array("/x".utf8)]
  }

  /// Makes a text of this origin say something, by way of what is sent.
  func assign(_ text: [UInt8], to origin: TextOrigin, _ inputs: inout [String: [UInt8]]) -> Bool {
    let given = inputs
    func now(_ origin: TextOrigin) -> [UInt8] { origin.value { given[$0] ?? [] } }
    switch origin.source {
    case .input(let name):
      inputs[name] = text
      return true
    case .small(let inner): return assign(text, to: inner, &inputs)
    case .from(let start, let inner): return assign(now(inner).prefix(start) + text, to: inner, &inputs)
    case .upTo(let end, let inner): return assign(text + now(inner).dropFirst(end), to: inner, &inputs)
    case .withoutEnd(let count, let inner): return assign(text + now(inner).suffix(count), to: inner, &inputs)
    case .before(let byte, let inner): return assign(text + now(inner).drop { $0 != byte }, to: inner, &inputs)
    case .after(let byte, let inner):
      return assign(now(inner).prefix { $0 != byte } + (text.isEmpty ? [] : [byte] + text), to: inner, &inputs)
    case .queryValue(let name, let inner):
      return assign(text.isEmpty ? [] : name + Array("=".utf8) + text, to: inner, &inputs)
    case .group, .escaped, .changed: return false
    case .joined(let pieces):
      // The first part that was sent takes what the others leave.
      guard let place = pieces.firstIndex(where: \.isOrigin),
        case .origin(let inner) = pieces[place]
      else { return false }
      func value(_ pieces: ArraySlice<TextOrigin.Piece>) -> [UInt8] {
        pieces.flatMap { piece in
          switch piece {
          case .text(let text): text
          case .origin(let origin): now(origin)
          }
        }
      }
      let (head, tail) = (value(pieces[..<place]), value(pieces[(place + 1)...]))
      guard text.count >= head.count + tail.count, text.starts(with: head), text.suffix(tail.count) == tail[...] else {
        return false
      }
      return assign(Array(text[head.count..<(text.count - tail.count)]), to: inner, &inputs)
    }
  }
}
