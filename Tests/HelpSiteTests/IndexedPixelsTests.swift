import Testing

@testable import HelpSite

@Suite("Pixels by a list of colours")
struct IndexedPixelsTests {
  @Test("each colour is listed once, and the pixels name it")
  func few() throws {
    let colours: [UInt8] = [255, 0, 0, 255, 0, 0, 0, 0, 255, 255, 0, 0]
    let indexed = try #require(IndexedPixels(colours))
    #expect(indexed.palette == [255, 0, 0, 0, 0, 255])
    #expect(indexed.pixels == [0, 0, 1, 0])
  }

  @Test("256 colours fit, one more does not", arguments: [256, 257])
  func many(count: Int) {
    let colours = (0..<count).flatMap { number -> [UInt8] in [UInt8(number >> 8), UInt8(number & 255), 7] }
    let indexed = IndexedPixels(colours)
    #expect((indexed != nil) == (count == 256))
    if let indexed { #expect(indexed.pixels == Array(UInt8.min...UInt8.max)) }
  }
}
