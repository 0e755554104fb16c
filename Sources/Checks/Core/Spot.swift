import Diagnostics
import ProxyConfig

/// A place as a key.
struct Spot: Hashable {
  private let file: String
  private let range: Range<Int>

  init(_ place: Place) {
    (file, range) = (place.source.name, place.range)
  }
  init(_ directive: Directive) {
    (file, range) = (directive.source.name, directive.range)
  }
}
