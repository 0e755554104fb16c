import Testing
import Theme

@testable import HelpSite

@Suite("Canvas")
struct CanvasTests {
  private let white = Colour(red: 255, green: 255, blue: 255)
  private let black = Colour(red: 0, green: 0, blue: 0)

  @Test("a shape has its colour inside, none outside, and shares of both on its edge")
  func edges() {
    var canvas = Canvas(width: 20, height: 20, white)
    canvas.disc(10, 10, 6.5, black)
    func colour(_ x: Int, _ y: Int) -> Colour { canvas.colours[Int(canvas.pixels[y * 20 + x])] }
    #expect(colour(10, 10) == black && colour(0, 0) == white)
    let edge = (0..<20).map { colour($0, 10).red }.filter { $0 != 0 && $0 != 255 }
    #expect(!edge.isEmpty)
    #expect(canvas.colours.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
    #expect(canvas.colours.count <= 9)
  }

  @Test("what lies outside the picture is not drawn")
  func outside() {
    var canvas = Canvas(width: 4, height: 4, white)
    canvas.fill(-5, 2, 50, 3, black)
    canvas.fill(7, 0, 9, 4, black)
    canvas.fill(-9, 0, -7, 4, black)
    canvas.line(-9, -9, -3, -3, 2, black)
    #expect(canvas.pixels == [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0])
  }

  @Test("a colour too many is drawn in the one most like it")
  func manyColours() {
    var canvas = Canvas(width: 300, height: 1, white)
    for x in 0..<300 { canvas.fill(x, 0, x + 1, 1, Colour(red: UInt8(x % 250), green: UInt8(x / 250 * 3), blue: 0)) }
    #expect(canvas.colours.count == 256)
    #expect(canvas.colours[Int(canvas.pixels[299])] == Colour(red: 49, green: 0, blue: 0))
    #expect(canvas.colours[Int(canvas.pixels[254])] == Colour(red: 4, green: 3, blue: 0))
  }
}
