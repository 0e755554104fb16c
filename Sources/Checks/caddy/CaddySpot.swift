import Diagnostics

/// A place as a key.
struct CaddySpot: Hashable {
  private let file: String
  private let range: Range<Int>

  init(_ place: Place) {
    (file, range) = (place.source.name, place.range)
  }
}
