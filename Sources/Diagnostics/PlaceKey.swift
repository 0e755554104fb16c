/// A place as a value: the file by its name, and the offset in it in bytes.
public struct PlaceKey: Hashable, Sendable {
  private let file: String
  private let offset: Int

  public init(_ place: Place) { (file, offset) = (place.source.name, place.range.lowerBound) }
}
