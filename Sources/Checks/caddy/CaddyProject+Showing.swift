import Diagnostics
import ProxyConfig
import Trace

/// Visits that show what a rule says of a word.
extension CaddyProject {
  /// The innermost handler whose words hold a place.
  func handler(around place: Place) -> CaddyFoundHandler? {
    let all = handlersByFile[place.source.name] ?? []
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].range.lowerBound <= place.range.lowerBound { low = middle + 1 } else { high = middle }
    }
    // The one that begins last is the innermost; what lies in between has ended before.
    for entry in all[..<low].reversed().prefix(500) where entry.range.upperBound >= place.range.upperBound {
      return handlers[entry.index]
    }
    return nil
  }

  /// A visit that a handler runs for, one that does not end well if there is one.
  func visit(running found: CaddyFoundHandler?) -> CaddyVisit? {
    guard let place = found?.handler.place else { return nil }
    let running = likelyVisits.lazy.prefix(500).filter { visit in
      tracer.handlersRun(visit.question).contains { $0.isSame(as: place) }
    }
    return running.first { !$0.isPage } ?? running.first
  }
}
